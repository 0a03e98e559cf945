import { fieldIssue } from '#server/common/field-issue.ts'
import type { Db } from '#server/database/database.ts'
import { newId } from '#server/database/new-id.ts'
import { problem } from '#server/http/problems/problem.ts'
import type { AccountDeps } from '../account-deps.ts'
import { findAccount } from '../account-store.ts'
import type { OwnerSession } from '../sessions/require-owner.ts'
import { lockAndAssertRecentLogin } from '../sign-in/assert-recent-login.ts'
import { signUpIssue } from '../sign-up/sign-up-policy.ts'
import { deleteEmailChange, upsertEmailChange } from './email-change-store.ts'

const lifeMs = 24 * 60 * 60_000

/**
 * Requests another email for the account, which changes once the link mailed there is used. Whether the address has an account is looked
 * up by the job, so that neither the answer nor its timing tells.
 */
export async function requestEmailChange(
  deps: AccountDeps,
  owner: OwnerSession,
  { email, language }: { email: string; language: string },
): Promise<void> {
  const { db, jobs, clock, settings } = deps
  await jobs.ready()
  await db.transaction(async (tx) => {
    await lockAndAssertRecentLogin({ ...deps, db: tx }, owner)
    const account = await findAccount(tx, owner.accountId)
    if (!account) throw problem('not-logged-in')
    if (account.email === email) throw problem('input-invalid', { issues: [fieldIssue('email', 'unchanged')] })
    // An account at an accepted domain doesn't leave it. One that was invited from elsewhere may move.
    const issue = signUpIssue(settings.signUp, email)
    if (issue === 'sign-up-domain' && !signUpIssue(settings.signUp, account.email)) throw problem(issue)
    const requestedAt = clock.now()
    const expiresAt = new Date(requestedAt.getTime() + lifeMs)
    await upsertEmailChange(tx, { accountId: owner.accountId, newEmail: email, requestedAt, expiresAt })
    const changeId = newId()
    // Two jobs: one address that refuses must not hold back the mail to the other.
    for (const kind of ['link', 'notice'] as const)
      await jobs.enqueue(tx, 'accounts.mail-email-change', { accountId: owner.accountId, kind, changeId, language })
  })
}

/** The link that was mailed stops working. */
export const cancelEmailChange = (db: Db, { accountId }: OwnerSession): Promise<void> => deleteEmailChange(db, accountId)
