import { Outlet, useLoaderData, type LoaderFunctionArgs } from 'react-router'
import { apiContext } from '../../platform/router-context.ts'
import { useTimeZone } from '../../platform/visits/time-zone.ts'
import { loadWho } from '../../loaders/load-who.ts'
import { AdminShell } from './admin-shell.tsx'
import { backupHoursMax, hoursSince } from '../../loaders/backup-age.ts'
import { openAdmin } from '../../loaders/open-admin.ts'

/** Administrators only. */
export async function loader(args: LoaderFunctionArgs) {
  await openAdmin(args)
  const { call } = args.context.get(apiContext)
  const [who, alerts] = await Promise.all([loadWho(args), call('admin.alerts').catch(() => null)])
  const {
    openReports = 0,
    failedJobs = 0,
    failedWebhooks = 0,
    backupAt = null,
    backupEveryHours = 24,
    isBackupFailing = false,
  } = alerts ?? {}
  const isBackupOld = backupAt !== null && hoursSince(backupAt, Date.now()) > backupHoursMax(backupEveryHours)
  const failing = [
    ...(failedJobs > 0 ? ['/jobs' as const] : []),
    ...(failedWebhooks > 0 ? ['/webhooks' as const] : []),
    ...(isBackupOld || isBackupFailing ? ['/backups' as const] : []),
  ]
  return { who, openReports, failing }
}

export default function AdminRoute() {
  const around = useLoaderData<typeof loader>()
  useTimeZone()
  return (
    <AdminShell {...around}>
      <Outlet />
    </AdminShell>
  )
}
