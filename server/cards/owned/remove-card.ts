import { eraseBilling } from '#server/billing/provider/erase-billing.ts'
import type { Changes, Tell } from '#server/database/changes/changes.ts'
import type { Db } from '#server/database/database.ts'
import type { Holds } from '#server/database/holds.ts'
import { unlessBackedUp } from '#server/database/unless-backed-up.ts'
import { problem } from '#server/http/problems/problem.ts'
import { nullIfAway } from '#server/integrations/storage-away.ts'
import type { Storage } from '#server/integrations/storage.ts'
import { deleteRested, listAliasesOf, putToRest } from '../aliases/resting-store.ts'
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

/** Every row of a card. Its address rests until the given moment. Pictures are the caller's to remove, once this is committed. */
export async function eraseCard(tx: Db, tell: Tell, subjectId: string, restsUntil: Date): Promise<void> {
  await putToRest(tx, await listAliasesOf(tx, subjectId), restsUntil)
  await eraseBilling(tx, subjectId)
  if (await deleteSubject(tx, subjectId)) tell(`card:${subjectId}`)
}

/** Addresses that have rested long enough are free. */
export const removeRested = (tx: Db, now: Date): Promise<void> => deleteRested(tx, now)
