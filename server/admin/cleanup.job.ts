import { aliasReservedDays, retention } from '#contract/accounts/retention.ts'
import { anonymizeRemovedCards, removeAuditEntriesBefore } from '#server/audit/audit-store.ts'
import type { Db } from '#server/database/database.ts'
import type { Job } from '#server/jobs/job.ts'
import type { Clock } from '#server/integrations/clock.ts'
import { removeMails, removePartialFiles } from '#server/integrations/mail/remove-mails.ts'
import type { Settings } from '#server/settings.ts'
import { clearLostImporters, deleteImportsBefore } from './import-store.ts'

const dayMs = 86_400_000
/** An email is written within seconds: an older unfinished file was left by a process that died. */
const unfinishedMs = 3_600_000

/** Runs every night, and after an account is deleted. */
export function cleanUpAdmin({ db, clock, settings }: { db: Db; clock: Clock; settings: Pick<Settings, 'dataDir'> }): Job<'admin.cleanup'> {
  return {
    name: 'admin.cleanup',
    every: '47 3 * * *',
    async run() {
      const daysAgo = (days: number) => new Date(clock.now().getTime() - days * dayMs)
      // A file of cards contains names and addresses: it is deleted once there was time to finish the import.
      await deleteImportsBefore(db, daysAgo(retention.importDays))
      await clearLostImporters(db)
      // From then on the alias may be another card's.
      await anonymizeRemovedCards(db, daysAgo(aliasReservedDays))
      await removeAuditEntriesBefore(db, daysAgo(retention.auditLogDays))
      await removeMails(settings.dataDir, { before: daysAgo(retention.outboxDays) })
      await removePartialFiles(settings.dataDir, new Date(clock.now().getTime() - unfinishedMs))
    },
  }
}
