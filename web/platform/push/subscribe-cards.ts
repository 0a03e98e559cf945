import { createClient } from '../api/client.ts'
import type { PushRegistration } from './push-device.ts'

/** Tells the server of this browser's subscription of now, for every one of these cards; what fails is told at their next visit. */
export async function subscribeCards(cards: readonly PushRegistration[], subscription: PushSubscription): Promise<void> {
  const token = JSON.stringify(subscription)
  await Promise.allSettled(
    cards.map(({ slug, subjectId, key, device, topics }) =>
      createClient({ slug }).call('push.subscribe', {
        input: { enabled: true, subjectId, key, device, token, topics },
      }),
    ),
  )
}
