import { type LoaderFunctionArgs, type MetaFunction, useLoaderData } from 'react-router'
import { LeaveDetails } from '../../features/capture/form/leave-details.tsx'
import { ConnectPage } from '../../features/cards/pages/connect-page.tsx'
import { cardHead } from './shell/card-head.ts'
import { viewContext } from './shell/view-context.ts'
import { metas } from '../metas.ts'
import { openCardPage } from '../../loaders/open-card.ts'
import { pageViews } from './shell/page-views.ts'
import { useFrame } from './shell/use-frame.ts'

export async function loader(args: LoaderFunctionArgs) {
  const open = await openCardPage(args, 'connect')
  const page = pageViews.connect(viewContext(open, args))
  return { head: cardHead(open, args, { page: 'connect', section: page.title }), ...page }
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
