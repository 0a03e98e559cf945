import { writeAuditEntry } from '#server/audit/write-audit-entry.ts'
import { constraintOf } from '#server/database/constraint-of.ts'
import { newId } from '#server/database/new-id.ts'
import { problem } from '#server/http/problems/problem.ts'
import { hashToken } from '../../common/hash-token.ts'
import type { AccountDeps } from '../account-deps.ts'
import { lockAccount, updateAccount } from '../account-store.ts'
import { removeOtherLinks, removeUnusedSignUps } from '../mailed-links/link-store.ts'
import { deleteRefusedAddresses } from '../rejections/rejection-store.ts'
import type { OwnerSession } from '../sessions/require-owner.ts'
import { consumeEmailChange } from './email-change-store.ts'

/**
 * Changes the email by the mailed link, and returns it. Only a session of the account can: a link that went to a mistyped address must
 * not hand the account to a stranger. Sessions and passkeys stay; links mailed to the previous address end.
 */
export async function confirmEmail(
  { db, jobs, clock }: AccountDeps,
  { accountId }: OwnerSession,
  { token, language }: { token: string; language: string },
): Promise<string> {
  await jobs.ready()
  const now = clock.now()
  try {
    return await db.transaction(async (tx) => {
      const account = await lockAccount(tx, accountId)
      const newEmail = account && (await consumeEmailChange(tx, accountId, hashToken(token), now))
      if (!newEmail) throw problem('link-used')
      await updateAccount(tx, accountId, { email: newEmail, emailVerifiedAt: now })
      await removeOtherLinks(tx, account, now)
      await removeUnusedSignUps(tx, newEmail)
      await deleteRefusedAddresses(tx, [account.email])
      const actor = { accountId, name: account.email }
      await writeAuditEntry(tx, actor, { act: 'account.email', detail: { account: newEmail } }, now)
      const mail = { accountId, kind: 'changed', changeId: newId(), language, oldEmail: account.email } as const
      await jobs.enqueue(tx, 'accounts.mail-email-change', mail)
      return newEmail
    })
  } catch (error) {
    // Someone signed up with this address meanwhile.
    if (constraintOf(error) === 'account_email') throw problem('link-used')
    throw error
  }
}
