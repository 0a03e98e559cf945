import type { Api, Refused } from '#contract/api.ts'
import { deviceId, keepRegistration } from '../../platform/push-device.ts'
import type { PushingCard } from './pushing-card.ts'
import type { Wanted } from './topics.ts'

type Needs = { call: Api['call']; card: PushingCard; slug: string; otherwise: string }

/** Tells the server what this device wants to hear of a card, and the worker, which keeps it so. */
export async function tellServer({ call, card, slug, otherwise }: Needs, subscription: PushSubscription, { isOn, topics }: Wanted) {
  const device = await deviceId()
  const who = { subjectId: card.cardId, key: card.cardKey, device }
  const { success, message } = await call('push.subscribe', {
    input: { ...who, enabled: isOn, token: JSON.stringify(subscription), topics },
  })
  if (success !== 1) throw { problem: { type: '/problems/input-invalid', status: 422, title: message } } satisfies Refused
  await keepRegistration(card.alias, isOn ? { ...who, alias: card.alias, slug, topics, otherwise } : null)
}
