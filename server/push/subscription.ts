import type { z } from 'zod'
import { notificationTopics, type NotificationSubscription, PushToken as PushTokenSchema, type NotificationTopic } from '#contract/push.ts'
import { fieldIssue } from '#server/common/field-issue.ts'
import { lockCard } from '#server/database/card-directories.ts'
import type { Db } from '#server/database/database.ts'
import type { Caller } from '#server/http/calls/mount.ts'
import { problem } from '#server/http/problems/problem.ts'
import type { Clock } from '#server/integrations/clock.ts'
import type { PushToken, WebPush } from '#server/integrations/web-push.ts'
import { isExpired } from './expired-endpoints.ts'
import { findOwnCard } from './find-own-card.ts'
import { deleteOldestDevices, findDevice, listTopics, lockBrowser, lockDevices, upsertDevice, upsertTopics } from './push-store.ts'
import type { Topic } from './tables.ts'

type Deps = { db: Db; clock: Clock; webPush: Pick<WebPush, 'isAllowedEndpoint'> }
type SubscriptionInput = z.output<typeof NotificationSubscription>

/** Subscribes this device to notifications of this card, or unsubscribes it. Subscribing again replaces the device's row. */
export async function saveSubscription({ db, clock, webPush }: Deps, caller: Caller, input: SubscriptionInput): Promise<void> {
  const { subjectId, device, enabled } = input
  const { accountId, sessionId } = await findOwnCard(db, caller, input)
  const { endpoint, keys } = parseToken(input.token)
  // The server will send requests to this host. The error doesn't reveal why it is rejected.
  if (!webPush.isAllowedEndpoint(endpoint)) throw problem('input-invalid', { issues: [fieldIssue('token', 'pushAddressUnusable')] })

  await db.transaction(async (tx) => {
    if (!(await lockCard(tx, subjectId))) throw problem('card-not-found')
    await lockDevices(tx, subjectId)
    await lockBrowser(tx, { endpoint, keys })
    if (enabled && (await isExpired(tx, { endpoint, keys }, clock.now()))) throw problem('push-subscription-ended')
    const before = await findDevice(tx, subjectId, device)
    const storedTopics = before ? await listTopics(tx, subjectId, device) : []
    await upsertDevice(tx, { subjectId, device, accountId, sessionId, token: { endpoint, keys }, enabled, updatedAt: clock.now() })
    await upsertTopics(tx, subjectId, device, chooseTopics(input, storedTopics))
    await deleteOldestDevices(tx, subjectId)
  })
}

/** Enabling without topics enables every topic; an unnamed topic keeps its state. */
function chooseTopics({ enabled, topics }: SubscriptionInput, storedTopics: { topic: Topic; enabled: boolean }[]): Map<Topic, boolean> {
  const isAll = enabled && topics.length === 0
  const stored = new Map(storedTopics.map((topic) => [topic.topic, topic.enabled]))
  const requested = new Map(topics.map(({ topic, active }) => [topic, active]))
  return new Map(notificationTopics.map((topic) => [topic, isAll || (requested.get(topic) ?? stored.get(topic) ?? topics.length === 0)]))
}

type DeviceRef = { subjectId: string; device: string; token: PushToken | string }
type DeviceSubscription = { active: boolean; topics: NotificationTopic[] }

const texts: Record<NotificationTopic['topic'], string> = {
  General_Notifications: 'General notifications',
  New_Connected_Client: 'New contacts',
}

/** The topics of this device; null if it never subscribed. */
export async function readSubscription({ db }: { db: Db }, caller: Caller, input: DeviceRef): Promise<DeviceSubscription | null> {
  const { subjectId, device } = input
  await findOwnCard(db, caller, input)
  const { endpoint } = parseToken(input.token)
  const found = await findDevice(db, subjectId, device)
  if (!found) return null
  const on = new Map((await listTopics(db, subjectId, device)).map(({ topic, enabled }) => [topic, enabled]))
  return {
    // With another endpoint, messages to the stored one would not reach this browser.
    active: found.enabled && found.active && found.token.endpoint === endpoint,
    topics: notificationTopics.map((topic) => {
      const enabled = on.get(topic) ?? false
      return { topic, text: texts[topic], enabled, active: enabled }
    }),
  }
}

/** The browser's push subscription, as an object or as JSON. */
export function parseToken(token: PushToken | string): PushToken {
  if (typeof token !== 'string') return token
  const parsed = PushTokenSchema.safeParse(readJson(token))
  if (!parsed.success) throw problem('input-invalid', { issues: [fieldIssue('token', 'tokenMissing')] })
  return parsed.data
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
