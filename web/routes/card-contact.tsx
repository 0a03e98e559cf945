import { type LoaderFunctionArgs, type MetaFunction, useLoaderData } from 'react-router'
import { ContactPage } from '../features/cards/contact-page.tsx'
import { contactView } from '../features/cards/contact-view.ts'
import { PlacePin } from '../features/cards/place-pin.tsx'
import { PlaceMap, type MapSource } from '../features/map/place-map.tsx'
import { takesContacts } from '../features/capture/connect-card.ts'
import { LeaveDetails } from '../features/capture/leave-details.tsx'
import { siteContext } from '../platform/provided.ts'
import { cardHead } from './parts/card-head.ts'
import { metas } from './parts/metas.ts'
import { openCardPage } from './parts/open-card.ts'
import { sayFor } from './parts/say-for.ts'
import { useFrame } from './parts/use-frame.ts'

export async function loader(args: LoaderFunctionArgs) {
  const open = await openCardPage(args, 'contact')
  const say = sayFor(args.request)
  const { tilesUrl, tilesAttribution } = args.context.get(siteContext)
  const title = say('menu.contact', { team: open.card.profile === 2 })
  const source: MapSource | null = tilesUrl ? { tiles: tilesUrl, attribution: tilesAttribution } : null
  return {
    head: cardHead(open, args, { page: 'contact', section: title }),
    title,
    view: contactView(open.card, say),
    source,
    takes: takesContacts(open.card),
  }
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
