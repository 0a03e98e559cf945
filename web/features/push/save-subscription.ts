import { isProblem, type Api } from '#contract/api.ts'
import { deviceId, saveRegistration, readRegistrations } from '../../platform/push/push-device.ts'
import { throwUnlessSuccess } from '../../platform/api/throw-unless-success.ts'
import { subscribeCards } from '../../platform/push/subscribe-cards.ts'
import { exchange } from './browser-push.ts'
import type { PushCard } from './push-card.ts'
import type { PushChoice } from './topics.ts'

type Deps = { call: Api['call']; card: PushCard; slug: string; otherwise: string }

/**
 * Saves a card's subscription on the server, and for the worker on the device. If the server reports that the push service dropped
 * the subscription, it is replaced for all cards on this device.
 */
export async function saveSubscription(deps: Deps, subscription: PushSubscription, wanted: PushChoice) {
  try {
    await save(deps, subscription, wanted)
  } catch (thrown) {
    if (!isProblem(thrown) || thrown.problem.type !== '/problems/push-subscription-ended') throw thrown
    const other = await exchange(subscription, (await deps.call('push.key')).publicKey)
    await save(deps, other, wanted)
    const others = (await readRegistrations()).filter(({ alias }) => alias !== deps.card.alias)
    await subscribeCards(others, other)
  }
}

async function save({ call, card, slug, otherwise }: Deps, subscription: PushSubscription, { isOn, topics }: PushChoice) {
  const device = await deviceId()
  const who = { subjectId: card.cardId, key: card.cardKey, device }
  throwUnlessSuccess(await call('push.subscribe', { input: { ...who, enabled: isOn, token: JSON.stringify(subscription), topics } }))
  await saveRegistration(card.alias, isOn ? { ...who, alias: card.alias, slug, topics, otherwise } : null)
}
