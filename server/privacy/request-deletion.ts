import { deletionGraceDays } from '#contract/accounts/retention.ts'
import { lockAccountAndCountCards, listMemberships, readAccount } from '#server/accounts/read-account.ts'
import type { OwnerSession } from '#server/accounts/sessions/require-owner.ts'
import { assertRecentLogin } from '#server/accounts/sign-in/assert-recent-login.ts'
import { listCardsById } from '#server/cards/owned/list-cards.ts'
import { setCardOn } from '#server/cards/owned/set-card-on.ts'
import { fieldIssue } from '#server/common/field-issue.ts'
import { countMail } from '#server/database/count-mail.ts'
import type { Changes } from '#server/database/changes/changes.ts'
import type { Db } from '#server/database/database.ts'
import { problem } from '#server/http/problems/problem.ts'
import type { Jobs } from '#server/jobs/jobs.ts'
import type { Clock } from '#server/integrations/clock.ts'
import { findDeletionRequest, insertDeletionRequest } from './deletion-store.ts'

type Deps = { db: Db; clock: Clock; changes: Changes; jobs: Jobs }

const dayMs = 86_400_000
/** Each request sends a mail, and can be canceled and repeated. */
const mailsPerDayMax = 5

/** Schedules deletion of the account. Cards without another owner go offline at once; a mail has a link to cancel. */
export async function requestDeletion(deps: Deps, owner: OwnerSession, confirm: string): Promise<Date> {
  const { db, clock, changes, jobs } = deps
  await assertRecentLogin(deps, owner)
  const { accountId } = owner
  const [account, memberships] = await Promise.all([readAccount(db, accountId), listMemberships(db, accountId)])
  if (!account) throw problem('not-logged-in')
  const cards = await listCardsById(
    db,
    memberships.map(({ subjectId }) => subjectId),
  )
  const confirmed = confirm.toLowerCase().replace(/^\//, '')
  if (confirmed !== account.email && !cards.some(({ alias }) => alias === confirmed))
    throw problem('input-invalid', { issues: [fieldIssue('confirm', 'accountConfirmationWrong')] })

  const before = await findDeletionRequest(db, accountId)
  if (before) return before.deletesAt
  const requestedAt = clock.now()
  const deletesAt = new Date(requestedAt.getTime() + deletionGraceDays * dayMs)
  return changes.write(async (tx, notify) => {
    if ((await countMail(tx, `leaving ${account.email}`, requestedAt)) > mailsPerDayMax)
      throw problem('too-many-requests', {
        detail: 'You requested and canceled this too often today. Try again tomorrow.',
        retryAfterSeconds: dayMs / 1000,
      })
    // Waits for a card that is being created, so that it goes offline too.
    if (!(await lockAccountAndCountCards(tx, accountId))) throw problem('not-logged-in')
    const switchedOff: string[] = []
    for (const { subjectId, isShared } of await listMemberships(tx, accountId))
      if (!isShared && (await setCardOn(tx, notify, { subjectId, isOn: false }, requestedAt))) switchedOff.push(subjectId)
    if (!(await insertDeletionRequest(tx, { accountId, requestedAt, deletesAt, switchedOff }))) throw problem('conflict')
    await jobs.enqueue(tx, 'privacy.mail-deletion', { accountId }, { key: accountId })
    return deletesAt
  })
}
