import { aliasReservedDays } from '#contract/accounts/retention.ts'
import { eraseBilling } from '#server/billing/provider/erase-billing.ts'
import type { Changes, PublishChange } from '#server/database/changes/changes.ts'
import type { Db } from '#server/database/database.ts'
import type { WorkLocks } from '#server/database/work-locks.ts'
import { unlessBackedUp } from '#server/database/unless-backed-up.ts'
import { problem } from '#server/http/problems/problem.ts'
import type { Clock } from '#server/integrations/clock.ts'
import { nullIfUnavailable } from '#server/integrations/storage-error.ts'
import type { Storage } from '#server/integrations/storage.ts'
import { deleteExpiredReleases, listAliasesOf, insertReleased } from '../aliases/released-alias-store.ts'
import { deleteSubject } from '../card-store.ts'

type Deps = { changes: Changes; clock: Clock; workLocks: WorkLocks; storage: Storage }
const dayMs = 86_400_000

/** Deletes a card with its rows and pictures. Its alias stays reserved for a while, because printed QR codes still point to it. */
export async function removeCard(
  { changes, clock, workLocks, storage }: Deps,
  subjectId: string,
  { reservedDays = aliasReservedDays, erase = eraseCard } = {},
) {
  const reservedUntil = new Date(clock.now().getTime() + reservedDays * dayMs)
  await changes.write(async (tx, publish) => {
    if (!(await erase(tx, publish, subjectId, reservedUntil))) throw problem('card-not-found')
  })
  // After the commit: an unreferenced file is harmless, a reference to a missing file isn't.
  // If storage is unavailable, the nightly sweep removes them.
  const remove = () => storage.remove(`${subjectId}/`)
  await unlessBackedUp(workLocks, remove).catch(nullIfUnavailable)
}

/** Deletes every row of a card and reserves its aliases until the given time. The caller removes its pictures after the commit. */
export async function eraseCard(tx: Db, publish: PublishChange, subjectId: string, reservedUntil: Date): Promise<boolean> {
  await insertReleased(tx, await listAliasesOf(tx, subjectId), reservedUntil)
  await eraseBilling(tx, subjectId)
  const isErased = await deleteSubject(tx, subjectId)
  if (isErased) publish(`card:${subjectId}`)
  return isErased
}

/** Frees aliases whose reservation has expired. */
export const removeExpiredReleases = (tx: Db, now: Date): Promise<void> => deleteExpiredReleases(tx, now)
