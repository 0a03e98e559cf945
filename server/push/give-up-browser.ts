import type { Db } from '#server/db/database.ts'
import type { Clock } from '#server/outside/clock.ts'
import { markOver } from './browsers-over.ts'
import { dropBrowser, lockBrowser, lockDevices } from './push-store.ts'
import type { Subscription } from './tables.ts'

type Needs = { db: Db; clock: Clock }

/** It listens no more: not for this card, and not for any other that it was to be told of under the same subscription. */
export async function giveUpBrowser({ db, clock }: Needs, device: Subscription): Promise<void> {
  const { subjectId, token } = device
  await db.transaction(async (tx) => {
    await lockDevices(tx, subjectId)
    await lockBrowser(tx, token)
    await markOver(tx, token, clock.now())
    await dropBrowser(tx, device)
  })
}
