import { type LoaderFunctionArgs, type MetaFunction, useLoaderData } from 'react-router'
import { cardHref } from '#contract/pages.ts'
import { SavePage } from '../features/cards/save-page.tsx'
import { saveView } from '../features/cards/save-view.ts'
import { siteContext } from '../platform/provided.ts'
import { cardHead } from './parts/card-head.ts'
import { metas } from './parts/metas.ts'
import { openCardPage } from './parts/open-card.ts'
import { sayFor } from './parts/say-for.ts'
import { useFrame } from './parts/use-frame.ts'

export async function loader(args: LoaderFunctionArgs) {
  const open = await openCardPage(args, 'vCard')
  const say = sayFor(args.request)
  const title = say('menu.vCard')
  const pageUrl = args.context.get(siteContext).publicUrl + cardHref(open.address, 'vCard')
  return { head: cardHead(open, args, { page: 'vCard', section: title }), title, view: saveView(open, say), pageUrl }
}

export const meta: MetaFunction<typeof loader> = ({ loaderData }) => (loaderData ? metas(loaderData.head) : [])

export default function Save() {
  const { title, view, pageUrl } = useLoaderData<typeof loader>()
  return <SavePage title={title} view={view} frame={useFrame()} pageUrl={pageUrl} />
}
