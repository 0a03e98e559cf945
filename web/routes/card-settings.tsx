import { type LoaderFunctionArgs, type MetaFunction, useLoaderData } from 'react-router'
import { diagnosticsOf, SettingsPage } from '../features/cards/settings-page.tsx'
import { cardHead } from './parts/card-head.ts'
import { metas } from './parts/metas.ts'
import { openCardPage } from './parts/open-card.ts'
import { sayFor } from './parts/say-for.ts'
import { useFrame } from './parts/use-frame.ts'

export async function loader(args: LoaderFunctionArgs) {
  const open = await openCardPage(args, 'settings')
  const title = sayFor(args.request)('menu.settings')
  const head = { ...cardHead(open, args, { page: 'settings', section: title }), isListed: false }
  return { head, title, enabled: diagnosticsOf(open.card.experiments) }
}

export const meta: MetaFunction<typeof loader> = ({ loaderData }) => (loaderData ? metas(loaderData.head) : [])

export default function Settings() {
  const { title, enabled } = useLoaderData<typeof loader>()
  return <SettingsPage title={title} alias={useFrame().address.alias} enabled={enabled} />
}
