import { eraseBilling } from '#server/billing/provider/erase-billing.ts'
import type { Changes } from '#server/database/changes/changes.ts'
import type { Holds } from '#server/database/holds.ts'
import { unlessBackedUp } from '#server/database/unless-backed-up.ts'
import { problem } from '#server/http/problems/problem.ts'
import { nullIfAway } from '#server/integrations/storage-away.ts'
import type { Storage } from '#server/integrations/storage.ts'
import { deleteSubject } from '../card-store.ts'

/** Removes a card and everything that belongs to it: its rows with it, then its pictures. */
export async function removeCard({ changes, holds, storage }: { changes: Changes; holds: Holds; storage: Storage }, subjectId: string) {
  await changes.write(async (tx, tell) => {
    await eraseBilling(tx, subjectId)
    if (!(await deleteSubject(tx, subjectId))) throw problem('card-not-found')
    tell(`card:${subjectId}`)
  })
  // After the rows: a picture nobody points at is harmless, a pointer to nothing is not.
  // Where the storage is away, the night takes them.
  const remove = () => storage.remove(`${subjectId}/`)
  await unlessBackedUp(holds, remove).catch(nullIfAway)
}
