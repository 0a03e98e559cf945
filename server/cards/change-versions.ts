import type { DraftVersion } from '#contract/drafts.ts'
import type { Db } from '#server/db/database.ts'
import { deleteVersion, listVersions, putVersion } from './card-store.ts'
import { ownersPart } from './present-edited.ts'

/** Makes these the variants a card has. What of one is not its owner's to decide stays in it. */
export async function replaceVersions(tx: Db, subjectId: string, versions: readonly DraftVersion[], now: Date) {
  const before = await listVersions(tx, subjectId)
  for (const { name } of before) if (!versions.some((version) => version.name === name)) await deleteVersion(tx, subjectId, name)
  for (const { name, overrides } of versions) {
    const kept = before.find((version) => version.name === name)?.overrides ?? {}
    const owners = ownersPart(kept)
    const others = Object.entries(kept).filter(([key]) => !Object.hasOwn(owners, key))
    await putVersion(tx, subjectId, name, { ...Object.fromEntries(others), ...overrides }, now)
  }
}
