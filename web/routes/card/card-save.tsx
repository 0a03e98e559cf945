import { type LoaderFunctionArgs, type MetaFunction, useLoaderData } from 'react-router'
import { SavePage } from '../../features/cards/pages/save-page.tsx'
import { cardHead } from './shell/card-head.ts'
import { viewContext } from './shell/view-context.ts'
import { metas } from '../metas.ts'
import { openCardPage } from '../../loaders/open-card.ts'
import { pageViews } from './shell/page-views.ts'
import { useFrame } from './shell/use-frame.ts'

export async function loader(args: LoaderFunctionArgs) {
  const open = await openCardPage(args, 'vCard')
  const page = pageViews.vCard(viewContext(open, args))
  return { head: cardHead(open, args, { page: 'vCard', section: page.title }), ...page }
}

export const meta: MetaFunction<typeof loader> = ({ loaderData }) => (loaderData ? metas(loaderData.head) : [])

export default function Save() {
  const { title, view, pageUrl } = useLoaderData<typeof loader>()
  return <SavePage title={title} view={view} frame={useFrame()} pageUrl={pageUrl} />
}
