import type { Api } from '#contract/api.ts'
import { readRegistrations } from '../../platform/push-device.ts'
import { canPush, currentSubscription, subscribeUnder } from './browser-push.ts'
import { sameKey } from './push-keys.ts'
import type { PushingCard } from './pushing-card.ts'
import { tellServer } from './tell-server.ts'

type Needs = { call: Api['call']; card: PushingCard; slug: string; otherwise: string }

/** A device that was told to listen still does: under the key of today, and after a new sign-in, since the server forgets it with its session. */
export async function keepListening(needs: Needs): Promise<void> {
  const { call, card } = needs
  const kept = (await readRegistrations()).find(({ alias }) => alias === card.alias)
  if (!kept || !canPush() || Notification.permission !== 'granted') return
  const { publicKey } = await call('push.key')
  const subscription = await currentSubscription()
  if (subscription && sameKey(subscription.options.applicationServerKey, publicKey)) {
    const input = { subjectId: card.cardId, device: kept.device, token: JSON.stringify(subscription) }
    if ((await call('push.subscription', { input })).subscription?.active) return
  }
  await tellServer(needs, await subscribeUnder(publicKey), { isOn: true, topics: kept.topics })
}
