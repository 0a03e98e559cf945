import { aliasReservedDays } from '#contract/accounts/retention.ts'
import { eraseAccount, eraseMembership } from '#server/accounts/erase-account.ts'
import { lockAccountAndCountCards, listMemberships, readAccount, readRequestedEmail } from '#server/accounts/read-account.ts'
import { removeExpiredReleases, eraseCard } from '#server/cards/owned/remove-card.ts'
import { eraseDrafter } from '#server/cards/editor/discard-draft.ts'
import type { Changes } from '#server/database/changes/changes.ts'
import type { Db } from '#server/database/database.ts'
import type { WorkLocks } from '#server/database/work-locks.ts'
import { unlessBackedUp } from '#server/database/unless-backed-up.ts'
import { removeMails } from '#server/integrations/mail/remove-mails.ts'
import { forgetJobs } from '#server/jobs/forget-jobs.ts'
import type { Job } from '#server/jobs/job.ts'
import type { Jobs } from '#server/jobs/jobs.ts'
import type { Clock } from '#server/integrations/clock.ts'
import type { Storage } from '#server/integrations/storage.ts'
import type { Settings } from '#server/settings.ts'
import {
  startErasure,
  findDeletionRequest,
  anonymizeCardInAuditLog,
  anonymizePersonInAuditLog,
  listDueDeletions,
  listEarlierEmails,
  recordErasedCard,
} from './deletion-store.ts'

type Deps = {
  db: Db
  workLocks: WorkLocks
  clock: Clock
  changes: Changes
  storage: Storage
  jobs: Pick<Jobs, 'enqueue'>
  settings: Pick<Settings, 'dataDir'>
}

const dayMs = 86_400_000

/**
 * Every hour, erases accounts whose grace period is over. Each step is a transaction that records its progress, so that the next run
 * resumes an interrupted one, and a repeated run has nothing left to do.
 */
export function eraseAccounts(deps: Deps): Job<'privacy.erase'> {
  return {
    name: 'privacy.erase',
    every: '29 * * * *',
    async run() {
      const { db, clock } = deps
      const errors: unknown[] = []
      // Page by page: accounts that fail don't block those after them.
      for (let after: string | null = null; ;) {
        const due: string[] = await listDueDeletions(db, clock.now(), after)
        for (const accountId of due) await eraseOne(deps, accountId).catch((error) => errors.push(error))
        after = due.at(-1) ?? null
        if (after === null) break
      }
      await removeExpiredReleases(db, clock.now())
      if (errors.length > 0) throw new AggregateError(errors, `${errors.length} accounts could not be erased`)
    },
  }
}

async function eraseOne({ db, workLocks, clock, changes, storage, jobs, settings }: Deps, accountId: string): Promise<void> {
  const now = clock.now()
  if (!(await startErasure(db, accountId, now))) return
  const reservedUntil = new Date(now.getTime() + aliasReservedDays * dayMs)
  for (const { subjectId } of await listMemberships(db, accountId)) {
    await changes.write(async (tx, notify) => {
      const membership = { accountId, subjectId }
      if (await eraseMembership(tx, membership)) return eraseDrafter(tx, membership)
      await recordErasedCard(tx, accountId, subjectId)
      await anonymizeCardInAuditLog(tx, subjectId)
      await eraseCard(tx, notify, subjectId, reservedUntil)
    })
  }
  const cards = (await findDeletionRequest(db, accountId))?.erasedCards ?? []
  // During a backup the images stay, and with them the request, which records whose they are: the next run continues.
  for (const subjectId of cards) if (!(await unlessBackedUp(workLocks, () => storage.remove(`${subjectId}/`)))) return
  const account = await readAccount(db, accountId)
  const earlier = await listEarlierEmails(db, accountId)
  for (const to of [account?.email, await readRequestedEmail(db, accountId), ...earlier.map(({ email }) => email)])
    if (to) await removeMails(settings.dataDir, { to })
  // Last, because deleting the account also deletes the row that records the progress.
  await changes.write(async (tx) => {
    const locked = await lockAccountAndCountCards(tx, accountId)
    // The next run erases a card that was created meanwhile.
    if (!locked || locked.cardCount > 0) return
    const { email } = locked
    await eraseAccount(tx, accountId)
    await anonymizePersonInAuditLog(tx, { accountId, email })
    await forgetJobs(tx, [accountId, ...cards, email])
    await jobs.enqueue(tx, 'admin.cleanup', {}, { key: 'left' })
  })
}
