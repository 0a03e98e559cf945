import type { z } from 'zod'
import { notificationTopics, type NotificationSubscription } from '#contract/push.ts'
import type { Db } from '#server/database/database.ts'
import type { Caller } from '#server/http/calls/mount.ts'
import { problem } from '#server/http/problems/problem.ts'
import type { Clock } from '#server/integrations/clock.ts'
import type { WebPush } from '#server/integrations/web-push.ts'
import { isOver } from './browsers-over.ts'
import { findOwnCard } from './find-own-card.ts'
import { parseToken } from './parse-token.ts'
import { dropOldest, findDevice, listTopics, lockBrowser, lockDevices, putDevice, putTopics } from './push-store.ts'
import type { Topic } from './tables.ts'

type Needs = { db: Db; clock: Clock; webPush: Pick<WebPush, 'mayUse'> }
type Wish = z.output<typeof NotificationSubscription>

/** Sends notices of this card to this device, or stops. A device that subscribes anew takes its own place. */
export async function keepSubscription({ db, clock, webPush }: Needs, caller: Caller, wish: Wish): Promise<void> {
  const { subjectId, device, enabled } = wish
  const { accountId, sessionId } = await findOwnCard(db, caller, wish)
  const { endpoint, keys } = parseToken(wish.token)
  // Its host decides whom the server calls. Nothing is said of why not.
  if (!webPush.mayUse(endpoint)) {
    throw problem('input-invalid', { faults: [{ path: 'token', message: 'That address cannot be used.' }] })
  }

  await db.transaction(async (tx) => {
    await lockDevices(tx, subjectId)
    await lockBrowser(tx, { endpoint, keys })
    if (enabled && (await isOver(tx, { endpoint, keys }, clock.now()))) throw problem('subscription-over')
    const before = await findDevice(tx, subjectId, device)
    const had = before ? await listTopics(tx, subjectId, device) : []
    await putDevice(tx, { subjectId, device, accountId, sessionId, token: { endpoint, keys }, enabled, updatedAt: clock.now() })
    await putTopics(tx, subjectId, device, chooseTopics(wish, had))
    await dropOldest(tx, subjectId)
  })
}

/** Turning everything on turns every topic on; a topic that is not named stays as it was. */
function chooseTopics({ enabled, topics }: Wish, had: { topic: Topic; enabled: boolean }[]): Map<Topic, boolean> {
  const isAll = enabled && topics.length === 0
  const before = new Map(had.map(({ topic, enabled: was }) => [topic, was]))
  const wished = new Map(topics.map(({ topic, active }) => [topic, active]))
  return new Map(notificationTopics.map((topic) => [topic, isAll || (wished.get(topic) ?? before.get(topic) ?? topics.length === 0)]))
}
