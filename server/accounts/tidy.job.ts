import { lt } from 'drizzle-orm'
import { keeping } from '#contract/accounts/keeping.ts'
import type { Db } from '#server/database/database.ts'
import { deleteMailCounts } from '#server/database/count-mail.ts'
import { spent } from '#server/database/consume.ts'
import type { Job } from '#server/jobs/job.ts'
import type { Clock } from '#server/integrations/clock.ts'
import { removeLinksBefore } from './mailed-links/link-store.ts'
import { sessionLimits } from './sessions/session-policy.ts'
import { deleteSessionsOver } from './sessions/session-store.ts'

const linksKeptMs = keeping.usedLinkDays * 86_400_000

/** Every night: sessions, links and used-up things that are over anyway. */
export function tidyAccounts({ db, clock }: { db: Db; clock: Clock }): Job<'accounts.tidy'> {
  return {
    name: 'accounts.tidy',
    every: '41 3 * * *',
    async run() {
      const now = clock.now()
      await deleteSessionsOver(db, now, new Date(now.getTime() - sessionLimits.idleMs))
      await removeLinksBefore(db, new Date(now.getTime() - linksKeptMs))
      await deleteMailCounts(db, new Date(now.getTime() - linksKeptMs))
      await db.delete(spent).where(lt(spent.until, now))
    },
  }
}
