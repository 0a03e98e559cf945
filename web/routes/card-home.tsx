import { type LoaderFunctionArgs, type MetaFunction, useLoaderData } from 'react-router'
import { CardHome } from '../features/cards/card-home.tsx'
import { homeView } from '../features/cards/home-view.ts'
import { HomeStyle } from '../features/cards/home-style.tsx'
import { siteContext } from '../platform/provided.ts'
import { cardHead } from './parts/card-head.ts'
import { metas } from './parts/metas.ts'
import { openCardPage } from './parts/open-card.ts'
import { sayFor } from './parts/say-for.ts'
import { useFrame } from './parts/use-frame.ts'

export async function loader(args: LoaderFunctionArgs) {
  const open = await openCardPage(args, 'home')
  const say = sayFor(args.request)
  return {
    head: cardHead(open, args, { page: 'home', section: say('menu.home') }),
    view: homeView(open, say, args.context.get(siteContext)),
  }
}

export const meta: MetaFunction<typeof loader> = ({ loaderData }) => (loaderData ? metas(loaderData.head) : [])

export default function Home() {
  const { view } = useLoaderData<typeof loader>()
  const frame = useFrame()
  return (
    <>
      <HomeStyle />
      <CardHome view={view} frame={frame} />
    </>
  )
}
