import { lazy, Suspense } from 'react'
import { type LoaderFunctionArgs, type MetaFunction, useLoaderData } from 'react-router'
import { pageKindOf } from '#contract/page-kind.ts'
import { CardHome } from '../features/cards/card-home.tsx'
import { HomeStyle } from '../features/cards/home-style.tsx'
import { cardHead } from './parts/card-head.ts'
import { allGivenFor, givenFor } from './parts/given-for.ts'
import { metas } from './parts/metas.ts'
import { openCardPage } from './parts/open-card.ts'
import { pageFacts } from './parts/page-facts.ts'
import { useFrame } from './parts/use-frame.ts'

/** Fetched only where it is shown. */
const WideHome = lazy(() => import('./parts/wide-home.tsx'))

export async function loader(args: LoaderFunctionArgs) {
  const open = await openCardPage(args, 'home')
  const given = givenFor(open, args)
  const head = cardHead(open, args, { page: 'home', section: given.say('menu.home') })
  const { view } = pageFacts.home(given)
  // What only a wide screen shows is not sent to a phone.
  if (pageKindOf(args.request.headers.get('user-agent')) === 'phone')
    return { head, view: { ...view, about: [], links: [] }, reviews: null, reviewMe: null }
  return { head, view, ...pageFacts.wideHome(await allGivenFor(open, args)) }
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
