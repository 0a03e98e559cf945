import { lt } from 'drizzle-orm'
import { retention } from '#contract/accounts/retention.ts'
import type { Db } from '#server/database/database.ts'
import { deleteMailCounts } from '#server/database/count-mail.ts'
import { consumed } from '#server/database/consume.ts'
import type { Job } from '#server/jobs/job.ts'
import type { Clock } from '#server/integrations/clock.ts'
import { deleteEmailChangesBefore } from './change-email/email-change-store.ts'
import { removeLinksBefore } from './mailed-links/link-store.ts'
import { deleteRefusedBefore } from './rejections/rejection-store.ts'
import { deleteInvitationsBefore } from './sign-up/invitation-store.ts'
import { sessionLimits } from './sessions/session-policy.ts'
import { deleteSessionsOver } from './sessions/session-store.ts'

const linkRetentionMs = retention.usedLinkDays * 86_400_000

/** Every night, deletes expired sessions, links, email changes, invitations, refused addresses, mail counts and single-use keys. */
export function cleanUpAccounts({ db, clock }: { db: Db; clock: Clock }): Job<'accounts.cleanup'> {
  return {
    name: 'accounts.cleanup',
    every: '41 3 * * *',
    async run() {
      const now = clock.now()
      await deleteSessionsOver(db, now, new Date(now.getTime() - sessionLimits.idleMs))
      await removeLinksBefore(db, new Date(now.getTime() - linkRetentionMs))
      await deleteEmailChangesBefore(db, now)
      await deleteInvitationsBefore(db, new Date(now.getTime() - retention.expiredInvitationDays * 86_400_000))
      await deleteRefusedBefore(db, new Date(now.getTime() - retention.refusedRecipientDays * 86_400_000))
      await deleteMailCounts(db, new Date(now.getTime() - linkRetentionMs))
      await db.delete(consumed).where(lt(consumed.until, now))
    },
  }
}
