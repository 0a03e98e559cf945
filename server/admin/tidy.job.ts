import { keeping } from '#contract/accounts/keeping.ts'
import { removeActsBefore } from '#server/audit/act-store.ts'
import type { Db } from '#server/database/database.ts'
import type { Job } from '#server/jobs/job.ts'
import type { Clock } from '#server/integrations/clock.ts'
import { removeMails, removeUnfinished } from '#server/integrations/mail/remove-mails.ts'
import type { Settings } from '#server/settings.ts'
import { clearLostImporters, deleteImportsBefore } from './import-store.ts'

const dayMs = 86_400_000
/** A mail is written in a moment: one that took longer belongs to nobody who lives. */
const unfinishedMs = 3_600_000

/** Every night, and whenever somebody is gone. */
export function tidyDesk({ db, clock, settings }: { db: Db; clock: Clock; settings: Pick<Settings, 'dataDir'> }): Job<'desk.tidy'> {
  return {
    name: 'desk.tidy',
    every: '47 3 * * *',
    async run() {
      const daysAgo = (days: number) => new Date(clock.now().getTime() - days * dayMs)
      // A file of cards holds names and addresses: it is not kept longer than somebody needs to finish it.
      await deleteImportsBefore(db, daysAgo(keeping.importDays))
      await clearLostImporters(db)
      await removeActsBefore(db, daysAgo(keeping.operatorActDays))
      await removeMails(settings.dataDir, { before: daysAgo(keeping.outboxDays) })
      await removeUnfinished(settings.dataDir, new Date(clock.now().getTime() - unfinishedMs))
    },
  }
}
