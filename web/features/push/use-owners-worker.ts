import { useEffect } from 'react'
import type { Api } from '#contract/api.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import { readRegistrations } from '../../platform/push/push-device.ts'
import { registerWorker } from '../../platform/app/register-worker.ts'
import { useOwnerCall } from '../../platform/api/use-owner-call.ts'
import { useSite } from '../../platform/use-site.ts'
import { canPush, currentSubscription, subscribeUnder } from './browser-push.ts'
import { sameKey } from './push-keys.ts'
import type { PushingCard } from './pushing-card.ts'
import { tellServer } from './tell-server.ts'

/** For whoever is signed in: the worker is there, and a device that was told to listen still does, under the key of today. */
export function useOwnersWorker({ alias, cardId, cardKey }: PushingCard) {
  const t = useTranslate()
  const { productSlug: slug, productName } = useSite()
  const call = useOwnerCall(alias)
  const otherwise = t('push.otherwise', { product: productName })

  useEffect(() => {
    if (!('serviceWorker' in navigator)) return
    const card = { alias, cardId, cardKey }
    registerWorker()
      .then(() => keepListening({ call, card, slug, otherwise }))
      // Nobody waits for it: what fails now is done at the next visit.
      .catch(() => {})
  }, [alias, cardId, cardKey, call, slug, otherwise])
}

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
