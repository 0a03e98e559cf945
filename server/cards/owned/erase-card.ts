import { eraseBilling } from '#server/billing/provider/erase-billing.ts'
import type { Db } from '#server/database/database.ts'
import type { Tell } from '#server/database/changes/changes.ts'
import { listAliasesOf, putToRest } from '../aliases/resting-store.ts'
import { deleteSubject } from '../card-store.ts'

/** Every row of a card. Its address rests until the given moment. Pictures are the caller's to remove, once this is committed. */
export async function eraseCard(tx: Db, tell: Tell, subjectId: string, restsUntil: Date): Promise<void> {
  await putToRest(tx, await listAliasesOf(tx, subjectId), restsUntil)
  await eraseBilling(tx, subjectId)
  if (await deleteSubject(tx, subjectId)) tell(`card:${subjectId}`)
}
