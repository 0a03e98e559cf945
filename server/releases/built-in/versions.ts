import type { Language } from '#contract/languages.ts'
import type { VersionNews } from '#contract/cards/releases.ts'
import { translateTo } from '#server/common/messages.ts'

/** Newest first. What each version changed is in the catalogs, for everyone with a card; the changelog has more, for administrators. */
const versions = [{ version: '0.1.0', date: '2026-11-23' }] as const

/** The built-in version notes. */
export function builtInVersions(language: Language): VersionNews[] {
  const t = translateTo(language)
  return versions.map(({ version, date }) => ({
    version,
    date,
    versionHistory: t(`version.${version}.history`),
    updates: t(`version.${version}.updates`).split('\n'),
  }))
}
