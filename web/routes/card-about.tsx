import { type LoaderFunctionArgs, type MetaFunction, useLoaderData } from 'react-router'
import { AboutPage } from '../features/cards/about-page.tsx'
import { cardHead } from './parts/card-head.ts'
import { givenFor } from './parts/given-for.ts'
import { metas } from './parts/metas.ts'
import { openCardPage } from './parts/open-card.ts'
import { pageFacts } from './parts/page-facts.ts'
import { useFrame } from './parts/use-frame.ts'

export async function loader(args: LoaderFunctionArgs) {
  const open = await openCardPage(args, 'about')
  const facts = pageFacts.about(givenFor(open, args))
  return { head: cardHead(open, args, { page: 'about', section: facts.title }), ...facts }
}

export const meta: MetaFunction<typeof loader> = ({ loaderData }) => (loaderData ? metas(loaderData.head) : [])

export default function About() {
  const { title, words } = useLoaderData<typeof loader>()
  return <AboutPage title={title} words={words} frame={useFrame()} />
}
