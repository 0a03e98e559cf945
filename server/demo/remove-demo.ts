import { removeAccountsWithoutCard } from '#server/accounts/erase-account.ts'
import { listCards } from '#server/cards/owned/list-cards.ts'
import { removeCard } from '#server/cards/owned/remove-card.ts'
import type { Changes } from '#server/database/changes/changes.ts'
import type { Db } from '#server/database/database.ts'
import type { WorkLocks } from '#server/database/work-locks.ts'
import { writeInstallation } from '#server/database/installation.ts'
import type { Clock } from '#server/integrations/clock.ts'
import type { Storage } from '#server/integrations/storage.ts'
import { people } from './seed-demo.ts'

/** Removes only the demo, and records that. Returns the number of removed cards. */
export async function removeDemo({
  db,
  workLocks,
  changes,
  storage,
  clock,
}: {
  db: Db
  workLocks: WorkLocks
  changes: Changes
  storage: Storage
  clock: Clock
}): Promise<number> {
  const demo = await listCards(db, { isDemo: true })
  for (const { id } of demo) await removeCard({ changes, clock, workLocks, storage }, id, { reservedDays: 0 })
  await changes.write(async (tx) => {
    await removeAccountsWithoutCard(
      tx,
      people.map(({ alias }) => `${alias}@example.com`),
    )
    await writeInstallation(tx, 'demo', 'removed', clock.now())
  })
  return demo.length
}
