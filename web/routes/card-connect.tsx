import { type LoaderFunctionArgs, type MetaFunction, useLoaderData } from 'react-router'
import { takesContacts } from '../features/capture/connect-card.ts'
import { LeaveDetails } from '../features/capture/leave-details.tsx'
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
  return {
    head: cardHead(open, args, { page: 'connect', section: title }),
    title,
    view: connectView(open),
    takes: takesContacts(open.card),
  }
}

export const meta: MetaFunction<typeof loader> = ({ loaderData }) => (loaderData ? metas(loaderData.head) : [])

export default function Connect() {
  const { title, view, takes } = useLoaderData<typeof loader>()
  const frame = useFrame()
  return (
    <ConnectPage title={title} view={view} frame={frame}>
      {takes && <LeaveDetails alias={frame.address.alias} />}
    </ConnectPage>
  )
}
