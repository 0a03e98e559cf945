import { isRefused, type Api, type Refused } from '#contract/api.ts'
import { deviceId, keepRegistration, readRegistrations } from '../../platform/push/push-device.ts'
import { subscribeCards } from '../../platform/push/subscribe-cards.ts'
import { exchange } from './browser-push.ts'
import type { PushingCard } from './pushing-card.ts'
import type { Wanted } from './topics.ts'

type Needs = { call: Api['call']; card: PushingCard; slug: string; otherwise: string }

/** `subscription-over`: a refusal by flag carries no type. */
const overStatus = 410

/**
 * Tells the server what this device wants to hear of a card, and the worker, which keeps it so. A browser may hold on to a
 * subscription that its push service gave up long ago: the server knows, and it is exchanged for another, for all cards here.
 */
export async function tellServer(needs: Needs, subscription: PushSubscription, wanted: Wanted) {
  try {
    await tell(needs, subscription, wanted)
  } catch (thrown) {
    if (!isRefused(thrown) || thrown.problem.status !== overStatus) throw thrown
    const other = await exchange(subscription, (await needs.call('push.key')).publicKey)
    await tell(needs, other, wanted)
    const others = (await readRegistrations()).filter(({ alias }) => alias !== needs.card.alias)
    await subscribeCards(others, other)
  }
}

async function tell({ call, card, slug, otherwise }: Needs, subscription: PushSubscription, { isOn, topics }: Wanted) {
  const device = await deviceId()
  const who = { subjectId: card.cardId, key: card.cardKey, device }
  const { success, message } = await call('push.subscribe', {
    input: { ...who, enabled: isOn, token: JSON.stringify(subscription), topics },
  })
  if (success !== 1) throw { problem: { type: '/problems/input-invalid', status: 422, title: message } } satisfies Refused
  await keepRegistration(card.alias, isOn ? { ...who, alias: card.alias, slug, topics, otherwise } : null)
}
