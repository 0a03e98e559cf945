import type { LoginMethods } from '#contract/accounts/accounts.ts'
import { inputIssue } from '#server/common/field-issue.ts'
import { problem } from '#server/http/problems/problem.ts'
import type { Jobs } from '#server/jobs/jobs.ts'
import { findAccount } from '../account-store.ts'
import { makeCreationOptions, storePasskey, verifyNewPasskey, type PasskeyDeps } from './create-passkey.ts'
import { deletePasskey, listPasskeysOf } from './passkey-store.ts'
import { lockAndAssertRecentLogin, assertRecentLogin } from '../sign-in/assert-recent-login.ts'
import type { OwnerSession } from '../sessions/require-owner.ts'
import { queueChangeMail } from '../sign-in/mail-change.job.ts'

type ChangeDeps = PasskeyDeps & { jobs: Jobs }

const passkeysMax = 20

/** The WebAuthn options with which a device creates a key for this account. */
export async function makePasskeyOptions(
  deps: PasskeyDeps,
  owner: OwnerSession,
): Promise<{ options: { challenge: string }; cookie: string }> {
  await assertRecentLogin(deps, owner)
  const [account, known] = await Promise.all([findAccount(deps.db, owner.accountId), listPasskeysOf(deps.db, owner.accountId)])
  if (!account) throw problem('not-logged-in')
  return makeCreationOptions(deps, account, { known })
}

export async function addPasskey(
  deps: ChangeDeps,
  owner: OwnerSession,
  input: { answer: object; name: string },
  request: Request,
): Promise<void> {
  await assertRecentLogin(deps, owner)
  const verified = await verifyNewPasskey(deps, request, input.answer)
  await deps.jobs.ready()
  await deps.db.transaction(async (tx) => {
    // The password may have been reset since the check above. A key stored after that reset would bypass it.
    await lockAndAssertRecentLogin({ ...deps, db: tx }, owner)
    if ((await listPasskeysOf(tx, owner.accountId)).length >= passkeysMax)
      throw problem('input-invalid', { issue: inputIssue('passkeysTooMany', { limit: passkeysMax }) })
    await storePasskey(tx, verified, { accountId: owner.accountId, name: input.name, request, now: deps.clock.now() })
    await queueChangeMail(tx, deps.jobs, owner.accountId, 'passkey-added')
  })
}

export async function removePasskey(deps: ChangeDeps, owner: OwnerSession, id: string): Promise<void> {
  await deps.jobs.ready()
  await deps.db.transaction(async (tx) => {
    await lockAndAssertRecentLogin({ ...deps, db: tx }, owner)
    if (!(await deletePasskey(tx, owner.accountId, id))) throw problem('not-found')
    await queueChangeMail(tx, deps.jobs, owner.accountId, 'passkey-removed')
  })
}

/** How this account can log in. */
export async function readLoginMethods(
  { db, settings }: PasskeyDeps,
  { accountId }: Pick<OwnerSession, 'accountId'>,
): Promise<LoginMethods> {
  const [account, keys] = await Promise.all([findAccount(db, accountId), listPasskeysOf(db, accountId)])
  return {
    usesIdentityProvider: settings.oidcIssuer !== '',
    hasPassword: Boolean(account?.passwordHash),
    passkeys: keys.map(({ id, name, createdAt, usedAt }) => ({
      id,
      name,
      createdAt: createdAt.toISOString(),
      usedAt: usedAt?.toISOString() ?? null,
    })),
  }
}
