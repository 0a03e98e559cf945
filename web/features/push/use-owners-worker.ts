import { useEffect } from 'react'
import { useLaterSay } from '../../i18n/use-later-say.ts'
import { registerWorker } from '../../platform/register-worker.ts'
import { useOwnerCall } from '../../platform/use-owner-call.ts'
import { useSite } from '../../platform/use-site.ts'
import { keepListening } from './keep-listening.ts'
import type { PushingCard } from './pushing-card.ts'

/** For whoever is signed in: the worker is there, and a device that was told to listen still does, under the key of today. */
export function useOwnersWorker({ alias, cardId, cardKey }: PushingCard) {
  const say = useLaterSay()
  const { productSlug: slug, productName } = useSite()
  const call = useOwnerCall(alias)
  const otherwise = say('push.otherwise', { product: productName })

  useEffect(() => {
    if (!('serviceWorker' in navigator)) return
    const card = { alias, cardId, cardKey }
    registerWorker()
      .then(() => keepListening({ call, card, slug, otherwise }))
      // Nobody waits for it: what fails now is done at the next visit.
      .catch(() => {})
  }, [alias, cardId, cardKey, call, slug, otherwise])
}
