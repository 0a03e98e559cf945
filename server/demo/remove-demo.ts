import { removeAccountsWithoutCard } from '#server/accounts/erase-account.ts'
import { listCards } from '#server/cards/owned/list-cards.ts'
import { removeCard } from '#server/cards/owned/remove-card.ts'
import type { Changes } from '#server/database/changes/changes.ts'
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
  const views = await readViewsOfCards(
    db,
    demo.map(({ id }) => id),
  )
  let removed = 0
  for (const { id } of demo) {
    const isRemoved = await removeCard({ changes, clock, workLocks, storage }, id, { reservedDays: 0 }).then(() => true, ifGone)
    if (isRemoved) removed++
  }
  await changes.write(async (tx) => {
    await removeAccountsWithoutCard(
      tx,
      people.map(({ alias }) => `${alias}@example.com`),
    )
    await removeFromViewTotals(tx, views)
    await writeInstallation(tx, 'demo', 'removed', clock.now())
    await record(tx, removed)
  })
  return removed
}

/** Another administrator removed it meanwhile. */
function ifGone(error: unknown): false {
  if (isProblem(error) && error.problem.type === '/problems/card-not-found') return false
  throw error
}
