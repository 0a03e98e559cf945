import { useEffect } from 'react'
import { useLaterSay } from '../../i18n/use-later-say.ts'
import { readRegistrations } from '../../platform/push-device.ts'
import { registerWorker } from '../../platform/register-worker.ts'
import { useOwnerCall } from '../../platform/use-owner-call.ts'
import { useSite } from '../../platform/use-site.ts'
import { canPush, currentSubscription, subscribeUnder } from './browser-push.ts'
import type { PushingCard } from './pushing-card.ts'
import { sameKey } from './push-keys.ts'
import { tellServer } from './tell-server.ts'

/** For whoever is signed in: the worker is there, and a device that was told to listen still does, under the key of today. */
export function useOwnersWorker({ alias, cardId, cardKey }: PushingCard) {
  const say = useLaterSay()
  const { productSlug: slug, productName } = useSite()
  const call = useOwnerCall(alias)
  const otherwise = say('push.otherwise', { product: productName })

  useEffect(() => {
    if (!('serviceWorker' in navigator)) return
    async function keepListening() {
      await registerWorker()
      const kept = (await readRegistrations()).find((one) => one.alias === alias)
      if (!kept || !canPush() || Notification.permission !== 'granted') return
      const { publicKey } = await call('push.key')
      const subscription = await currentSubscription()
      if (subscription && sameKey(subscription.options.applicationServerKey, publicKey)) return
      const card = { alias, cardId, cardKey }
      await tellServer({ call, card, slug, otherwise }, await subscribeUnder(publicKey), { isOn: true, topics: kept.topics })
    }
    // Nobody waits for it: what fails now is done at the next visit.
    keepListening().catch(() => {})
  }, [alias, cardId, cardKey, call, slug, otherwise])
}
