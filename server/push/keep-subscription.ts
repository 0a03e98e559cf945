import type { z } from 'zod'
import { notificationTopics, type NotificationSubscription, PushToken as PushTokenSchema, type NotificationTopic } from '#contract/push.ts'
import type { Db } from '#server/database/database.ts'
import type { Caller } from '#server/http/calls/mount.ts'
import { problem } from '#server/http/problems/problem.ts'
import type { Clock } from '#server/integrations/clock.ts'
import type { PushToken, WebPush } from '#server/integrations/web-push.ts'
import { isOver } from './browsers-over.ts'
import { findOwnCard } from './find-own-card.ts'
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

type Asked = { subjectId: string; device: string; token: PushToken | string }
type Read = { active: boolean; topics: NotificationTopic[] }

const texts: Record<NotificationTopic['topic'], string> = {
  General_Notifications: 'General notifications',
  New_Connected_Client: 'New contacts',
}

/** What this device is subscribed to; null where it never was. */
export async function readSubscription({ db }: { db: Db }, caller: Caller, asked: Asked): Promise<Read | null> {
  const { subjectId, device } = asked
  await findOwnCard(db, caller, asked)
  const { endpoint } = parseToken(asked.token)
  const found = await findDevice(db, subjectId, device)
  if (!found) return null
  const on = new Map((await listTopics(db, subjectId, device)).map(({ topic, enabled }) => [topic, enabled]))
  return {
    // With another endpoint the browser has moved on, and what we would send would not arrive.
    active: found.enabled && found.active && found.token.endpoint === endpoint,
    topics: notificationTopics.map((topic) => {
      const enabled = on.get(topic) ?? false
      return { topic, text: texts[topic], enabled, active: enabled }
    }),
  }
}

/** The subscription as the browser gave it, or the same as text. */
export function parseToken(given: PushToken | string): PushToken {
  if (typeof given !== 'string') return given
  const parsed = PushTokenSchema.safeParse(readJson(given))
  if (!parsed.success) throw problem('input-invalid', { faults: [{ path: 'token', message: 'No Token provided.' }] })
  return parsed.data
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
