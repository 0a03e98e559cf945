import { Outlet, useLoaderData, type LoaderFunctionArgs } from 'react-router'
import { apiContext } from '../../platform/provided.ts'
import { loadWho } from '../owner/load-who.ts'
import { AdminShell } from './admin-shell.tsx'
import { openAdmin } from './open-admin.ts'

/** Nobody but an administrator comes further. */
export async function loader(args: LoaderFunctionArgs) {
  await openAdmin(args)
  const { call } = args.context.get(apiContext)
  const [who, reports, jobs] = await Promise.all([
    loadWho(args),
    call('operator.reports', { query: {} }).catch(() => null),
    call('operator.jobs', { query: {} }).catch(() => null),
  ])
  return { who, openReports: reports?.open ?? 0, isFailing: jobs?.queues.some(({ failed }) => failed > 0) ?? false }
}

export default function AdminRoute() {
  const around = useLoaderData<typeof loader>()
  return (
    <AdminShell {...around}>
      <Outlet />
    </AdminShell>
  )
}
