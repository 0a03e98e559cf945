import { createOwnerClient } from '../../platform/api/owner-client.ts'
import { canPush, subscribeUnder } from './browser-push.ts'
import type { PushCard } from './push-card.ts'
import { saveSubscription } from './save-subscription.ts'
import { everything } from './topics.ts'

type Deps = { card: PushCard; slug: string; otherwise: string }

/** Subscribes to all topics if the browser's permission was already granted; never prompts. */
export async function turnOnPush({ card, slug, otherwise }: Deps): Promise<boolean> {
  if (!canPush() || Notification.permission !== 'granted') return false
  const { call } = createOwnerClient({ slug, signedOut: () => {} })
  const { publicKey } = await call('push.key')
  await saveSubscription({ call, card, slug, otherwise }, await subscribeUnder(publicKey), everything)
  return true
}
