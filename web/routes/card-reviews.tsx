import { type LoaderFunctionArgs, type MetaFunction, useLoaderData } from 'react-router'
import { cardHref } from '#contract/pages.ts'
import { has } from '#contract/permissions.ts'
import type { OpenCard } from '../features/cards/frame-view.ts'
import { InnerPage } from '../features/cards/inner-page.tsx'
import { hasReviewLink } from '../features/cards/services.ts'
import { NoReviews, type Way } from '../features/reviews/no-reviews.tsx'
import { Reviews } from '../features/reviews/reviews.tsx'
import { isEmpty } from '../features/reviews/reviews-view.ts'
import type { Say } from '../i18n/say.ts'
import { cardHead } from './parts/card-head.ts'
import { loadReviews } from './parts/load-reviews.ts'
import { metas } from './parts/metas.ts'
import { openCardPage } from './parts/open-card.ts'
import { sayFor } from './parts/say-for.ts'
import { serviceMark } from './parts/service-mark.tsx'
import { useFrame } from './parts/use-frame.ts'

export async function loader(args: LoaderFunctionArgs) {
  const open = await openCardPage(args, 'reviews')
  const say = sayFor(args.request)
  const title = say('menu.reviews', { team: open.card.profile === 2 })
  const view = await loadReviews(open, args)
  const nothing = isEmpty(view) ? { ways: waysOn(open, say) } : null
  return { head: cardHead(open, args, { page: 'reviews', section: title }), title, view, nothing }
}

/** Where a person goes who finds no review. */
function waysOn({ card, services, address }: OpenCard, say: Say): Way[] {
  const isTeam = card.profile === 2
  return [
    has(card.permissions, 'ReviewMe') &&
      hasReviewLink(services) && { label: say('menu.review', { team: isTeam }), href: cardHref(address, 'review') },
    has(card.permissions, 'Contact') && { label: say('menu.contact', { team: isTeam }), href: cardHref(address, 'contact') },
  ].filter((way) => way !== false)
}

export const meta: MetaFunction<typeof loader> = ({ loaderData }) => (loaderData ? metas(loaderData.head) : [])

export default function ReviewsPage() {
  const { title, view, nothing } = useLoaderData<typeof loader>()
  const { name } = useFrame()
  return (
    <InnerPage title={title}>
      {nothing ? <NoReviews name={name} ways={nothing.ways} /> : <Reviews view={view} glyphOf={serviceMark} />}
    </InnerPage>
  )
}
