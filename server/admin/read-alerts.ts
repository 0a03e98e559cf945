import { countOpenReports } from '#server/abuse/manage-reports.ts'
import { readLastGood, readLatestErrors } from '#server/backup/runs.ts'
import { countFailedEvents } from '#server/billing/ledger/read-billing-overview.ts'
import type { Db } from '#server/database/database.ts'
import { readQueues } from '#server/jobs/read-queues.ts'
import type { Settings } from '#server/settings.ts'

/** What the navigation marks. Each count has an index or a small table. */
export async function readAlerts({ db, settings }: { db: Db; settings: Pick<Settings, 'backupEvery'> }) {
  const [openReports, queues, failedWebhooks, backupAt, errors] = await Promise.all([
    countOpenReports(db),
    readQueues(db),
    countFailedEvents(db),
    readLastGood(db, 'backup'),
    readLatestErrors(db),
  ])
  return {
    openReports,
    failedJobs: queues.reduce((sum, { failed }) => sum + failed, 0),
    failedWebhooks,
    backupAt: backupAt?.toISOString() ?? null,
    backupEveryHours: settings.backupEvery / 3_600_000,
    isBackupFailing: errors.backup !== null || errors.rehearsal !== null,
  }
}
