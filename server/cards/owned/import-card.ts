import type { ArchivedCard } from '#contract/accounts/archive.ts'
import type { Db } from '#server/database/database.ts'
import { addVersion } from '../editor/add-version.ts'
import { insertComponents, insertDraftFields, insertServices, listServiceKindIds } from './archive-store.ts'
import { createCard } from './create-card.ts'

/** Imports an exported card under a new id and key, without its permissions and plan, which this installation decides. */
export async function importCard(
  tx: Db,
  { id, alias }: { id: string; alias: string },
  { fields, versions, services, components, draft }: ArchivedCard,
  now: Date,
) {
  const card = await createCard(tx, { ...fields, id, alias }, now)
  for (const { name, overrides } of versions) await addVersion(tx, card.id, name, overrides, now)
  const known = new Set(await listServiceKindIds(tx))
  const ofCard = <T extends { gradeServiceId: number }>(rows: readonly T[]) =>
    rows.filter(({ gradeServiceId }) => known.has(gradeServiceId)).map((row) => ({ ...row, subjectId: card.id }))
  await insertServices(tx, ofCard(services))
  await insertComponents(tx, ofCard(components))
  // Unpublished pictures are in the archive for the owner, but aren't imported.
  const drafted = Object.entries(draft ?? {}).filter(([key]) => key !== 'pictures')
  if (drafted.length > 0) await insertDraftFields(tx, card.id, Object.fromEntries(drafted), now)
  return card
}
