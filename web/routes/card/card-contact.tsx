import { type LoaderFunctionArgs, type MetaFunction, useLoaderData } from 'react-router'
import { ContactPage, PlacePin } from '../../features/cards/pages/contact-page.tsx'
import { PlaceMap } from '../../features/map/place-map.tsx'
import { LeaveDetails } from '../../features/capture/form/leave-details.tsx'
import { cardHead } from './shell/card-head.ts'
import { viewContext } from './shell/view-context.ts'
import { metas } from '../metas.ts'
import { openCardPage } from '../../loaders/open-card.ts'
import { pageViews } from './shell/page-views.ts'
import { useFrame } from './shell/use-frame.ts'

export async function loader(args: LoaderFunctionArgs) {
  const open = await openCardPage(args, 'contact')
  const page = pageViews.contact(viewContext(open, args))
  return { head: cardHead(open, args, { page: 'contact', section: page.title }), ...page }
}

export const meta: MetaFunction<typeof loader> = ({ loaderData }) => (loaderData ? metas(loaderData.head) : [])

export default function Contact() {
  const { title, view, source, takes } = useLoaderData<typeof loader>()
  const frame = useFrame()
  const label = view.place?.lines.join(', ') ?? ''
  const map = view.location && <PlaceMap spot={view.location} label={label} source={source} pin={<PlacePin frame={frame} />} />
  return (
    <ContactPage title={title} view={view} map={map}>
      {takes && <LeaveDetails alias={frame.address.alias} />}
    </ContactPage>
  )
}
