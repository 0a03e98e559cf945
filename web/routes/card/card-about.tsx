import { type LoaderFunctionArgs, type MetaFunction, useLoaderData } from 'react-router'
import { AboutPage } from '../../features/cards/pages/about-page.tsx'
import { cardHead } from './shell/card-head.ts'
import { viewContext } from './shell/view-context.ts'
import { metas } from '../metas.ts'
import { openCardPage } from '../../loaders/open-card.ts'
import { pageViews } from './shell/page-views.ts'
import { useFrame } from './shell/use-frame.ts'

export async function loader(args: LoaderFunctionArgs) {
  const open = await openCardPage(args, 'about')
  const page = pageViews.about(viewContext(open, args))
  return { head: cardHead(open, args, { page: 'about', section: page.title }), ...page }
}

export const meta: MetaFunction<typeof loader> = ({ loaderData }) => (loaderData ? metas(loaderData.head) : [])

export default function About() {
  const { title, words } = useLoaderData<typeof loader>()
  return <AboutPage title={title} words={words} frame={useFrame()} />
}
