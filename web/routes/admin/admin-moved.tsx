import { redirect, type LoaderFunctionArgs } from 'react-router'
import { adminHref } from '../../features/admin/admin-places.ts'
import { openAdmin } from './open-admin.ts'

const renamed: Readonly<Record<string, string>> = { hosts: 'blocked-hosts', names: 'reserved-addresses', outbox: 'mail' }

/** `/operator/…` is the old address of the admin area: redirects administrators. Others see the page of an unknown card. */
export async function loader(args: LoaderFunctionArgs) {
  await openAdmin(args)
  const [place = '', ...rest] = (args.params['*'] ?? '').split('/').filter(Boolean)
  const path = [adminHref, renamed[place] ?? place, ...rest]
    .filter(Boolean)
    .map((part, index) => (index === 0 ? part : encodeURIComponent(part)))
  throw redirect(`${path.join('/')}${new URL(args.request.url).search}`, 301)
}

/** Never rendered; with a component, the router renders errors here as a page. */
export default function AdminMoved() {
  return null
}
