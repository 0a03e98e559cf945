import { type LoaderFunctionArgs, type MetaFunction, useLoaderData } from 'react-router'
import { SavePage } from '../../features/cards/pages/save-page.tsx'
import { cardHead } from './shell/card-head.ts'
import { givenFor } from './shell/given-for.ts'
import { metas } from '../metas.ts'
import { openCardPage } from './shell/open-card.ts'
import { pageFacts } from './shell/page-facts.ts'
import { useFrame } from './shell/use-frame.ts'

export async function loader(args: LoaderFunctionArgs) {
  const open = await openCardPage(args, 'vCard')
  const facts = pageFacts.vCard(givenFor(open, args))
  return { head: cardHead(open, args, { page: 'vCard', section: facts.title }), ...facts }
}

export const meta: MetaFunction<typeof loader> = ({ loaderData }) => (loaderData ? metas(loaderData.head) : [])

export default function Save() {
  const { title, view, pageUrl } = useLoaderData<typeof loader>()
  return <SavePage title={title} view={view} frame={useFrame()} pageUrl={pageUrl} />
}
