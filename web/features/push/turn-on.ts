import { createOwnerClient } from '../../platform/api/owner-client.ts'
import { canPush, subscribeUnder } from './browser-push.ts'
import type { PushingCard } from './pushing-card.ts'
import { tellServer } from './tell-server.ts'
import { everything } from './topics.ts'

type Needs = { card: PushingCard; slug: string; otherwise: string }

/** Lets this device hear of everything, where its browser was allowed to: nobody is asked. */
export async function turnOn({ card, slug, otherwise }: Needs): Promise<boolean> {
  if (!canPush() || Notification.permission !== 'granted') return false
  const { call } = createOwnerClient({ slug, signedOut: () => {} })
  const { publicKey } = await call('push.key')
  await tellServer({ call, card, slug, otherwise }, await subscribeUnder(publicKey), everything)
  return true
}
