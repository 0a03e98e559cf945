import type { Language } from '#contract/languages.ts'
import { compareVersions } from '#contract/cards/versions.ts'
import type { Db } from '#server/database/database.ts'
import { ourVersions } from './ours/our-versions.ts'
import { listReleases } from './release-store.ts'

export const production = 'Production'

export type KnownVersion = { version: string; date: string; versionHistory: string; updates: string[]; isOurs: boolean }

/** Ours and the operator's, newest first. What an operator says of a version stands in place of our words. */
export async function listVersions(db: Db, versionType: string, language: Language): Promise<KnownVersion[]> {
  const told = (await listReleases(db, versionType)).map((row) => ({ ...row, isOurs: false }))
  const ours = versionType === production ? ourVersions(language).map((version) => ({ ...version, isOurs: true })) : []
  const unsaid = ours.filter(({ version }) => !told.some((row) => row.version === version))
  return [...told, ...unsaid].toSorted((a, b) => compareVersions(b.version, a.version))
}
