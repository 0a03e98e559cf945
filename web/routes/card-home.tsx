import { lazy, Suspense } from 'react'
import { type LoaderFunctionArgs, type MetaFunction, useLoaderData } from 'react-router'
import { pageKindOf } from '#contract/page-kind.ts'
import { cardHref } from '#contract/pages.ts'
import { has } from '#contract/permissions.ts'
import { CardHome } from '../features/cards/card-home.tsx'
import type { OpenCard } from '../features/cards/frame-view.ts'
import { homeView } from '../features/cards/home-view.ts'
import { HomeStyle } from '../features/cards/home-style.tsx'
import { reviewMeView } from '../features/cards/review-me-view.ts'
import { slidesView } from '../features/reviews/slides-view.ts'
import type { Say } from '../i18n/say.ts'
import { siteContext } from '../platform/provided.ts'
import { cardHead } from './parts/card-head.ts'
import { loadReviews } from './parts/load-reviews.ts'
import { metas } from './parts/metas.ts'
import { openCardPage } from './parts/open-card.ts'
import { readComponents } from './parts/read-components.ts'
import { sayFor } from './parts/say-for.ts'
import { useFrame } from './parts/use-frame.ts'

/** Fetched only where it is shown. */
const WideHome = lazy(() => import('./parts/wide-home.tsx'))

export async function loader(args: LoaderFunctionArgs) {
  const open = await openCardPage(args, 'home')
  const say = sayFor(args.request)
  const head = cardHead(open, args, { page: 'home', section: say('menu.home') })
  const view = homeView(open, say, args.context.get(siteContext))
  // What only a wide screen shows is not sent to a phone.
  if (pageKindOf(args.request.headers.get('user-agent')) === 'phone')
    return { head, view: { ...view, about: [], links: [] }, reviews: null, reviewMe: null }
  const [reviews, reviewMe] = await Promise.all([slidesOf(open, args), reviewMeOf(open, say, args)])
  return { head, view, reviews, reviewMe }
}

async function slidesOf(open: OpenCard, args: LoaderFunctionArgs) {
  if (!has(open.card.permissions, 'Reviews')) return null
  return slidesView(await loadReviews(open, args), cardHref(open.address, 'reviews'))
}

async function reviewMeOf(open: OpenCard, say: Say, { context }: LoaderFunctionArgs) {
  if (!has(open.card.permissions, 'ReviewMe')) return null
  const view = reviewMeView(open, say, await readComponents(open, context))
  return view.rows.some(({ href }) => href) ? view : null
}

export const meta: MetaFunction<typeof loader> = ({ loaderData }) => (loaderData ? metas(loaderData.head) : [])

export default function Home() {
  const { view, reviews, reviewMe } = useLoaderData<typeof loader>()
  const frame = useFrame()
  return (
    <>
      <HomeStyle />
      <CardHome view={view} frame={frame}>
        {(view.about.length > 0 || view.links.length > 0 || reviews || reviewMe) && (
          <Suspense>
            <WideHome view={view} reviews={reviews} reviewMe={reviewMe} isTeam={frame.isTeam} />
          </Suspense>
        )}
      </CardHome>
    </>
  )
}
