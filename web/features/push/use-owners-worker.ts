import { useEffect } from 'react'
import type { Api } from '#contract/api.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import { readRegistrations } from '../../platform/push/push-device.ts'
import { registerWorker } from '../../platform/app/register-worker.ts'
import { useOwnerCall } from '../../platform/api/use-owner-call.ts'
import { useSite } from '../../platform/use-site.ts'
import { canPush, currentSubscription, subscribeUnder } from './browser-push.ts'
import { sameKey } from './push-keys.ts'
import type { PushCard } from './push-card.ts'
import { saveSubscription } from './save-subscription.ts'

/** For signed-in owners: registers the worker and renews the device's push subscription. */
export function useOwnersWorker({ alias, cardId, cardKey }: PushCard) {
  const t = useTranslate()
  const { productSlug: slug, productName } = useSite()
  const call = useOwnerCall(alias)
  const otherwise = t('push.otherwise', { product: productName })

  useEffect(() => {
    if (!('serviceWorker' in navigator)) return
    const card = { alias, cardId, cardKey }
    registerWorker()
      .then(() => renewSubscription({ call, card, slug, otherwise }))
      // Not awaited: a failure is retried at the next visit.
      .catch(() => {})
  }, [alias, cardId, cardKey, call, slug, otherwise])
}

type Deps = { call: Api['call']; card: PushCard; slug: string; otherwise: string }

/** Renews a registered device's subscription: when the key changed, and after a new login, since it ends with the session. */
export async function renewSubscription(deps: Deps): Promise<void> {
  const { call, card } = deps
  const stored = (await readRegistrations()).find(({ alias }) => alias === card.alias)
  if (!stored || !canPush() || Notification.permission !== 'granted') return
  const { publicKey } = await call('push.key')
  const subscription = await currentSubscription()
  if (subscription && sameKey(subscription.options.applicationServerKey, publicKey)) {
    const input = { subjectId: card.cardId, device: stored.device, token: JSON.stringify(subscription) }
    if ((await call('push.subscription', { input })).subscription?.active) return
  }
  await saveSubscription(deps, await subscribeUnder(publicKey), { isOn: true, topics: stored.topics })
}
