import { type LoaderFunctionArgs, type MetaFunction, useLoaderData } from 'react-router'
import { SavePage } from '../features/cards/save-page.tsx'
import { cardHead } from './parts/card-head.ts'
import { givenFor } from './parts/given-for.ts'
import { metas } from './parts/metas.ts'
import { openCardPage } from './parts/open-card.ts'
import { pageFacts } from './parts/page-facts.ts'
import { useFrame } from './parts/use-frame.ts'

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
