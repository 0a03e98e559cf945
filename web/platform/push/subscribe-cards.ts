import { createClient } from '../api/client.ts'
import type { PushRegistration } from './push-device.ts'

/** Sends this browser's push subscription to the server for each of these cards; what fails is sent at the next visit. */
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
