import { startTransition, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { Card } from '#contract/cards/cards.ts'
import { createClient } from '../../../platform/api/client.ts'
import { useSite } from '../../../platform/use-site.ts'
import { askZillow, type Reviewed } from '../ask-zillow.ts'

const typedForMs = 600

/** What the provider of reviews says of whom the card names there. It is asked again when another is named, and not at every letter. */
export function useReviewed(card: Card, loaded: Reviewed): Reviewed {
  const { productSlug: slug } = useSite()
  const [reviewed, setReviewed] = useState(loaded)
  const who = [card.showZillowReviews, card.zillowWebServicesId, card.gradeServiceTemplateId].join()
  const known = useRef(who)

  const ask = useEffectEvent(async () => {
    const found = await askZillow(createClient({ slug }), card)
    if (known.current === who) startTransition(() => setReviewed(found))
  })
  useEffect(() => {
    if (known.current === who) return
    known.current = who
    const timer = setTimeout(() => void ask(), typedForMs)
    return () => clearTimeout(timer)
  }, [who])

  return reviewed
}
