import { requestLanguage } from '#common/request-language.ts'
import { fieldIssue } from '#server/common/field-issue.ts'
import { newId } from '#server/database/new-id.ts'
import { problem } from '#server/http/problems/problem.ts'
import type { AccountDeps } from '../account-deps.ts'
import { findAccount, findAccountByEmail, updateAccount } from '../account-store.ts'
import { makeCreationOptions, storePasskey, unreadablePasskey, verifyNewPasskey } from '../passkeys/create-passkey.ts'
import { startSession } from '../sessions/start-session.ts'
import { hashPassword } from '../sign-in/hash-password.ts'
import { queueChangeMail } from '../sign-in/mail-change.job.ts'
import { rejectGuessableFor } from '../sign-in/reject-guessable-password.ts'
import { createAccount } from './create-account.ts'
import { checkSetupCode } from './make-setup-link.ts'

type Person = { name: string; email: string }
type Setup = Person & { setupCode: string; password?: string | undefined; passkey?: { userId: string; answer: object } | undefined }

/**
 * The WebAuthn options with which a device creates the first administrator's passkey. The device stores the id of the account with it,
 * so the id is chosen here, and the challenge is valid for this code, this id and this email only.
 */
export async function makeSetupPasskeyOptions(deps: AccountDeps, { setupCode, name, email }: Person & { setupCode: string }) {
  const setupHash = await checkSetupCode(deps, setupCode)
  const id = (await findAccountByEmail(deps.db, email))?.id ?? newId(deps.clock.now().getTime())
  return makeCreationOptions(deps, { id, email, name }, { purpose: passkeyPurpose({ setupHash, id, email }) })
}

/**
 * Creates the first administrator, by a setup link. An account with this email becomes theirs, and its earlier logins end. Returns the
 * cookies of a session. Only success consumes the code.
 */
export async function setUp(deps: AccountDeps, { setupCode, password, passkey, ...person }: Setup, request: Request) {
  // Hashing is expensive: checks the code first.
  const setupHash = await checkSetupCode(deps, setupCode)
  const signUp = { ...person, language: requestLanguage(request), admission: { setupHash } }
  const key = passkey && (await verifySetupPasskey(deps, passkey, { setupHash, email: person.email, request }))
  if (!key) {
    if (password === undefined) throw problem('input-invalid', { issues: [fieldIssue('password', 'passwordWeak')] })
    await rejectGuessableFor(deps, { accountId: null, signUp }, password)
  }
  await deps.jobs.ready()
  const passwordHash = key || password === undefined ? null : await hashPassword(password)
  const now = deps.clock.now()
  return deps.db.transaction(async (tx) => {
    // The id of a new account. One that exists is found by its email, so that its earlier logins end.
    const id = key && !(await findAccount(tx, key.accountId)) ? key.accountId : undefined
    const account = await createAccount(tx, signUp, { ...deps, now, id })
    const { name, language } = signUp
    // The person with the setup link vouches for the email. Unverified, it could not log in.
    await updateAccount(tx, account.id, { name, language, passwordHash, emailVerifiedAt: account.emailVerifiedAt ?? now })
    if (key) {
      // Meanwhile an account with this email was created, removed, or changed its email: the device stores the id of another one.
      if (key.accountId !== account.id) throw unreadablePasskey()
      await storePasskey(tx, key.passkey, { accountId: account.id, request, now })
    }
    if (!account.isNew) await queueChangeMail(tx, deps.jobs, account.id, 'taken-over')
    const { cookies } = await startSession(
      { ...deps, db: tx },
      { accountId: account.id, loginMethod: key ? 'passkey' : 'password', request },
    )
    return cookies
  })
}

async function verifySetupPasskey(
  deps: AccountDeps,
  { userId, answer }: NonNullable<Setup['passkey']>,
  { setupHash, email, request }: { setupHash: string; email: string; request: Request },
) {
  // Untrusted until the challenge is verified, which was made for it.
  const accountId = Buffer.from(userId, 'base64url').toString()
  const passkey = await verifyNewPasskey(deps, request, answer, passkeyPurpose({ setupHash, id: accountId, email }))
  return { accountId, passkey }
}

const passkeyPurpose = (of: { setupHash: string; id: string; email: string }) => JSON.stringify(['setup', of.setupHash, of.id, of.email])
