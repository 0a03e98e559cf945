import { type LoaderFunctionArgs, type MetaFunction, useLoaderData } from 'react-router'
import { AboutPage } from '../features/cards/about-page.tsx'
import { paragraphsOf } from '../features/cards/home-view.ts'
import { cardHead } from './parts/card-head.ts'
import { metas } from './parts/metas.ts'
import { openCardPage } from './parts/open-card.ts'
import { sayFor } from './parts/say-for.ts'
import { useFrame } from './parts/use-frame.ts'

export async function loader(args: LoaderFunctionArgs) {
  const open = await openCardPage(args, 'about')
  const title = sayFor(args.request)('menu.about', { team: open.card.profile === 2 })
  return { head: cardHead(open, args, { page: 'about', section: title }), title, paragraphs: paragraphsOf(open.card.bio) }
}

export const meta: MetaFunction<typeof loader> = ({ loaderData }) => (loaderData ? metas(loaderData.head) : [])

export default function About() {
  const { title, paragraphs } = useLoaderData<typeof loader>()
  return <AboutPage title={title} paragraphs={paragraphs} frame={useFrame()} />
}
