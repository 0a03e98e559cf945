import { z } from 'zod'
import { SuccessAnswer } from './cards/cards.ts'
import { endpoint } from './endpoint.ts'
import { uuid } from './values.ts'
import { issueCode } from './input-issues.ts'

export const notificationTopics = ['General_Notifications', 'New_Connected_Client'] as const

/** A topic as the owner reads it. `enabled` and `active` are the same value, because clients use both names. */
export const NotificationTopic = z.object({
  topic: z.enum(notificationTopics),
  text: z.string(),
  enabled: z.boolean(),
  active: z.boolean(),
})
export type NotificationTopic = z.output<typeof NotificationTopic>

/** A topic as a client sends it, under either name. */
const TopicRequest = z
  .object({ topic: z.enum(notificationTopics), enabled: z.boolean().optional(), active: z.boolean().optional() })
  .transform(({ topic, enabled, active }) => ({ topic, active: active ?? enabled ?? true }))

/** The subscription as the browser's push service issued it. */
export const PushToken = z.object({
  endpoint: z.url().max(2000),
  expirationTime: z.number().nullable().optional(),
  keys: z.object({ p256dh: z.string().max(200), auth: z.string().max(100) }),
})

const token = z.union([PushToken, z.string().min(1, issueCode('tokenMissing')).max(4000).describe('The same as JSON text')])
const device = z.string().min(1, issueCode('deviceMissing')).max(120)

export const NotificationSubscription = z.object({
  enabled: z.boolean(),
  subjectId: uuid,
  key: z.string().max(80),
  device,
  token,
  topics: z.array(TopicRequest).max(20),
})

export const push = {
  'push.subscribe': endpoint('push.subscribe', {
    summary: 'Turns notifications of your card on or off for this device.',
    access: 'owner',
    limit: { per: 'account', count: 30, windowSeconds: 60 },
    input: NotificationSubscription,
    output: SuccessAnswer,
    problems: ['not-logged-in', 'card-not-found', 'input-invalid', 'push-subscription-ended'],
    codes: ['pushAddressUnusable'],
    errorFormat: 'success-flag',
  }),
  'push.subscription': endpoint('push.subscription', {
    summary: 'Returns this device’s subscription.',
    access: 'owner',
    input: z.object({ subjectId: uuid, token, device }),
    output: SuccessAnswer.extend({ subscription: z.object({ active: z.boolean(), topics: z.array(NotificationTopic) }).nullable() }),
    problems: ['not-logged-in', 'card-not-found', 'input-invalid'],
    errorFormat: 'success-flag',
  }),
  'push.key': endpoint('push.key', {
    summary: 'Returns the public key that browsers subscribe with.',
    access: 'owner',
    output: z.object({ publicKey: z.string() }),
    problems: ['not-logged-in'],
  }),
  'push.test': endpoint('push.test', {
    summary: 'Sends a test notification to this device.',
    access: 'owner',
    limit: { per: 'account', count: 10, windowSeconds: 600 },
    input: z.object({ subjectId: uuid, device }),
    output: SuccessAnswer,
    problems: ['not-logged-in', 'card-not-found', 'not-found', 'unavailable'],
    errorFormat: 'success-flag',
  }),
}

/** The payload of a push: Declarative Web Push for browsers that support it, read by the service worker in the others. */
export const PushMessage = z.object({
  web_push: z.literal(8030),
  /** Declarative browsers pass it to the service worker first, which stores it for the inbox. */
  mutable: z.literal(true),
  notification: z.object({
    title: z.string(),
    body: z.string(),
    navigate: z.url(),
    tag: z.string(),
    icon: z.url(),
    data: z.object({ alias: z.string(), topic: z.enum(notificationTopics), path: z.string() }),
  }),
})
export type PushMessage = z.output<typeof PushMessage>
