import { type LoaderFunctionArgs, type MetaFunction, useLoaderData } from 'react-router'
import { ConnectPage } from '../features/cards/connect-page.tsx'
import { connectView } from '../features/cards/connect-view.ts'
import { cardHead } from './parts/card-head.ts'
import { metas } from './parts/metas.ts'
import { openCardPage } from './parts/open-card.ts'
import { sayFor } from './parts/say-for.ts'
import { useFrame } from './parts/use-frame.ts'

export async function loader(args: LoaderFunctionArgs) {
  const open = await openCardPage(args, 'connect')
  const title = sayFor(args.request)('connect.title', { team: open.card.profile === 2 })
  return { head: cardHead(open, args, { page: 'connect', section: title }), title, view: connectView(open) }
}

export const meta: MetaFunction<typeof loader> = ({ loaderData }) => (loaderData ? metas(loaderData.head) : [])

export default function Connect() {
  const { title, view } = useLoaderData<typeof loader>()
  return <ConnectPage title={title} view={view} frame={useFrame()} />
}
