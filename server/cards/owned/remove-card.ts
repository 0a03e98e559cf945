import { aliasRestsDays } from '#contract/accounts/keeping.ts'
import { eraseBilling } from '#server/billing/provider/erase-billing.ts'
import type { Changes, Tell } from '#server/database/changes/changes.ts'
import type { Db } from '#server/database/database.ts'
import type { Holds } from '#server/database/holds.ts'
import { unlessBackedUp } from '#server/database/unless-backed-up.ts'
import { problem } from '#server/http/problems/problem.ts'
import type { Clock } from '#server/integrations/clock.ts'
import { nullIfAway } from '#server/integrations/storage-away.ts'
import type { Storage } from '#server/integrations/storage.ts'
import { deleteRested, listAliasesOf, putToRest } from '../aliases/resting-store.ts'
import { deleteSubject } from '../card-store.ts'

type Needs = { changes: Changes; clock: Clock; holds: Holds; storage: Storage }
const dayMs = 86_400_000

/** Removes a card, its rows and its pictures. Its address rests, as after an account is erased: printed codes still lead to it. */
export async function removeCard({ changes, clock, holds, storage }: Needs, subjectId: string, { restsDays = aliasRestsDays } = {}) {
  const restsUntil = new Date(clock.now().getTime() + restsDays * dayMs)
  await changes.write(async (tx, tell) => {
    if (!(await eraseCard(tx, tell, subjectId, restsUntil))) throw problem('card-not-found')
  })
  // After the rows: a picture nobody points at is harmless, a pointer to nothing is not.
  // Where the storage is away, the night takes them.
  const remove = () => storage.remove(`${subjectId}/`)
  await unlessBackedUp(holds, remove).catch(nullIfAway)
}

/** Every row of a card. Its address rests until the given moment. Pictures are the caller's to remove, once this is committed. */
export async function eraseCard(tx: Db, tell: Tell, subjectId: string, restsUntil: Date): Promise<boolean> {
  await putToRest(tx, await listAliasesOf(tx, subjectId), restsUntil)
  await eraseBilling(tx, subjectId)
  const isErased = await deleteSubject(tx, subjectId)
  if (isErased) tell(`card:${subjectId}`)
  return isErased
}

/** Addresses that have rested long enough are free. */
export const removeRested = (tx: Db, now: Date): Promise<void> => deleteRested(tx, now)
