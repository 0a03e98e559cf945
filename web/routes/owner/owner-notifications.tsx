import type { LoaderFunctionArgs, MetaFunction } from 'react-router'
import { InboxPage } from '../../features/push/inbox-page.tsx'
import { siteContext } from '../../platform/router-context.ts'
import { metas } from '../metas.ts'
import { translateFor } from '../../loaders/translate-for.ts'
import { useOwner } from './use-owner.ts'

export function loader({ request, context }: LoaderFunctionArgs) {
  return { title: `${translateFor(request)('inbox.title')} | ${context.get(siteContext).productName}` }
}

export { unlessShare as shouldRevalidate } from '../../platform/share-address.ts'

export const meta: MetaFunction<typeof loader> = ({ loaderData }) => metas({ title: loaderData?.title ?? '', isListed: false })

export default function NotificationsRoute() {
  return <InboxPage alias={useOwner().alias} />
}
