import { removeAccountsWithoutCard } from '#server/accounts/erase-account.ts'
import { listCards } from '#server/cards/owned/list-cards.ts'
import { eraseCard, removeCard } from '#server/cards/owned/remove-card.ts'
import type { Changes, PublishChange } from '#server/database/changes/changes.ts'
import type { Db } from '#server/database/database.ts'
import type { WorkLocks } from '#server/database/work-locks.ts'
import { writeInstallation } from '#server/database/installation.ts'
import type { Clock } from '#server/integrations/clock.ts'
import type { Storage } from '#server/integrations/storage.ts'
import { readViewsOfCards } from '#server/visits/read-views-of-cards.ts'
import { removeFromViewTotals } from '#server/visits/visit-store.ts'
import { isProblem } from '#contract/api.ts'
import { people } from './seed-demo.ts'

type Deps = { db: Db; workLocks: WorkLocks; changes: Changes; storage: Storage; clock: Clock }

/** Removes only the demo, and records that: `record` in the same transaction. Returns the number of removed cards. */
export async function removeDemo(
  { db, workLocks, changes, storage, clock }: Deps,
  record: (tx: Db, cards: number) => Promise<void> = async () => {},
): Promise<number> {
  const demo = await listCards(db, { isDemo: true })
  let removed = 0
  for (const { id } of demo) {
    const isRemoved = await removeCard({ changes, clock, workLocks, storage }, id, { reservedDays: 0, erase: eraseWithViews }).then(
      () => true,
      ifGone,
    )
    if (isRemoved) removed++
  }
  await changes.write(async (tx) => {
    await removeAccountsWithoutCard(
      tx,
      people.map(({ alias }) => `${alias}@example.com`),
    )
    await writeInstallation(tx, 'demo', 'removed', clock.now())
    await record(tx, removed)
  })
  return removed
}

/** A card of the demo and its views in the totals of all cards, both or none. */
async function eraseWithViews(tx: Db, publish: PublishChange, id: string, reservedUntil: Date): Promise<boolean> {
  const views = await readViewsOfCards(tx, [id])
  const isErased = await eraseCard(tx, publish, id, reservedUntil)
  if (isErased) await removeFromViewTotals(tx, views)
  return isErased
}

/** Another administrator removed it meanwhile. */
function ifGone(error: unknown): false {
  if (isProblem(error) && error.problem.type === '/problems/card-not-found') return false
  throw error
}
