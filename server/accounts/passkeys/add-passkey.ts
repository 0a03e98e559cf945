import type { RegistrationResponseJSON } from '@simplewebauthn/server'
import type { LoginMethods } from '#contract/accounts/accounts.ts'
import { newId } from '#server/database/new-id.ts'
import { problem } from '#server/http/problems/problem.ts'
import type { Jobs } from '#server/jobs/jobs.ts'
import type { Settings } from '#server/settings.ts'
import { findAccount } from '../account-store.ts'
import { deviceName } from '../sessions/device-name.ts'
import { isCrossOrigin, userIdOf } from './passkey-answer.ts'
import { isOwnChallenge, newChallenge } from './passkey-challenge.ts'
import { deletePasskey, insertPasskey, listPasskeysOf } from './passkey-store.ts'
import { lockAndAssertRecentLogin, assertRecentLogin } from '../sign-in/assert-recent-login.ts'
import type { OwnerSession } from '../sessions/require-owner.ts'
import type { SessionDeps } from '../sessions/start-session.ts'
import { queueChangeMail } from '../sign-in/mail-change.job.ts'

type Deps = SessionDeps & { settings: Pick<Settings, 'publicUrl' | 'oidcIssuer' | 'productName'> }
type ChangeDeps = Deps & { jobs: Jobs }

const passkeysMax = 20

/** The WebAuthn options with which a device creates a key for this account. */
export async function makePasskeyOptions(deps: Deps, owner: OwnerSession): Promise<{ options: { challenge: string }; cookie: string }> {
  await assertRecentLogin(deps, owner)
  const { generateRegistrationOptions } = await import('@simplewebauthn/server')
  const [account, known] = await Promise.all([findAccount(deps.db, owner.accountId), listPasskeysOf(deps.db, owner.accountId)])
  if (!account) throw problem('not-logged-in')
  const { challenge, cookie } = await newChallenge(deps)
  const options = await generateRegistrationOptions({
    rpName: deps.settings.productName,
    rpID: new URL(deps.settings.publicUrl).hostname,
    userName: account.email,
    userDisplayName: account.name || account.email,
    userID: userIdOf(account.id),
    challenge,
    excludeCredentials: known.map(({ credentialId, transports }) => ({ id: credentialId, transports })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
  return { options, cookie }
}

export async function addPasskey(
  deps: ChangeDeps,
  owner: OwnerSession,
  input: { answer: object; name: string },
  request: Request,
): Promise<void> {
  await assertRecentLogin(deps, owner)
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server')
  const { origin, hostname } = new URL(deps.settings.publicUrl)
  // Untrusted until it is verified below.
  const response = input.answer as RegistrationResponseJSON
  const verified = await verifyRegistrationResponse({
    response,
    expectedChallenge: (challenge) => isOwnChallenge(deps, request, challenge),
    expectedOrigin: origin,
    expectedRPID: hostname,
  }).catch(() => null)
  if (!verified?.verified || !verified.registrationInfo || isCrossOrigin(response)) throw unreadable()
  const { credential, credentialDeviceType } = verified.registrationInfo
  await deps.jobs.ready()
  await deps.db.transaction(async (tx) => {
    // The password may have been reset since the check above. A key stored after that reset would bypass it.
    await lockAndAssertRecentLogin({ ...deps, db: tx }, owner)
    if ((await listPasskeysOf(tx, owner.accountId)).length >= passkeysMax)
      throw problem('input-invalid', { detail: `You already have ${passkeysMax} passkeys. Remove one first.` })
    const isNew = await insertPasskey(tx, {
      accountId: owner.accountId,
      id: newId(deps.clock.now().getTime()),
      credentialId: credential.id,
      publicKey: Buffer.from(credential.publicKey),
      signCount: credential.counter,
      transports: credential.transports ?? [],
      isBackupEligible: credentialDeviceType === 'multiDevice',
      name: input.name || deviceName(request.headers.get('user-agent')),
      createdAt: deps.clock.now(),
    })
    if (!isNew) throw unreadable()
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
export async function readLoginMethods({ db, settings }: Deps, { accountId }: Pick<OwnerSession, 'accountId'>): Promise<LoginMethods> {
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

const unreadable = () => problem('input-invalid', { detail: 'We couldn’t read that passkey. Try again.' })
