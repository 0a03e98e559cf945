import type { Db } from '#server/database/database.ts'
import { newId } from '#server/database/new-id.ts'
import { writeAuditEntry } from '#server/audit/write-audit-entry.ts'
import { problem } from '#server/http/problems/problem.ts'
import type { Settings } from '#server/settings.ts'
import { deleteDeletionRequestOf, deleteIdentitiesOf, findOrCreateAccount, updateAccount } from '../account-store.ts'
import { removeOtherLinks } from '../mailed-links/link-store.ts'
import { deletePasskeysOf } from '../passkeys/passkey-store.ts'
import { setAdmin } from '../set-admin.ts'
import type { Account, Admission, SignUp } from '../tables.ts'
import { consumeInvitation } from './invitation-store.ts'
import { consumeSetupCode } from './make-setup-link.ts'
import { signUpIssue } from './sign-up-policy.ts'

/**
 * The account of a person who proved that the email is theirs, or has the setup link; created if there is none. Every sign-up comes
 * through here: if this person can't sign up, it throws, and the transaction must roll back. A new account gets the `id`, which no account
 * may have yet.
 */
export async function createAccount(
  tx: Db,
  { email, name, language, admission = {} }: SignUp,
  { settings, now, id = newId(now.getTime()) }: { settings: Pick<Settings, 'signUp'>; now: Date; id?: string | undefined },
): Promise<Account & { isNew: boolean }> {
  // Waits for a concurrent sign-up with this address, so that one person consumes one use of an invitation.
  const account = await findOrCreateAccount(tx, { id, email, name, language, now })
  const isNew = account.id === id
  if (admission.setupHash !== undefined) {
    await consumeSetupCode(tx, admission.setupHash, now)
    await setAdmin(tx, email, true)
    await writeAuditEntry(tx, { accountId: account.id, name: email }, { act: 'admin.grant', detail: { admin: email } }, now)
    if (!isNew) await endOtherLogins(tx, account, now)
  } else if (isNew) await admit(tx, settings, email, admission, now)
  return { ...account, isNew }
}

/** The setup link makes the first administrator, also of an existing account: its earlier logins end, and it isn't deleted. Its cards stay. */
async function endOtherLogins(tx: Db, account: Account, now: Date): Promise<void> {
  await deletePasskeysOf(tx, account.id)
  await deleteIdentitiesOf(tx, account.id)
  await removeOtherLinks(tx, account, now)
  await updateAccount(tx, account.id, { passwordHash: null })
  await deleteDeletionRequestOf(tx, account.id)
}

async function admit(tx: Db, settings: Pick<Settings, 'signUp'>, email: string, { invitationId }: Admission, now: Date): Promise<void> {
  const issue = signUpIssue(settings.signUp, email)
  if (!issue) return
  if (issue === 'sign-up-off' || !invitationId) throw problem(issue)
  if (!(await consumeInvitation(tx, invitationId, now))) throw problem('invitation-used')
}
