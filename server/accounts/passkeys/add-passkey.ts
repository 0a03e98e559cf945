import type { RegistrationResponseJSON } from '@simplewebauthn/server'
import type { Ways } from '#contract/accounts/accounts.ts'
import { newId } from '#server/database/new-id.ts'
import { problem } from '#server/http/problems/problem.ts'
import type { Jobs } from '#server/jobs/jobs.ts'
import type { Settings } from '#server/settings.ts'
import { findAccount } from '../account-store.ts'
import { deviceName } from '../sessions/device-name.ts'
import { isCrossOrigin, userIdOf } from './passkey-answer.ts'
import { isOwnChallenge, newChallenge } from './passkey-challenge.ts'
import { deletePasskey, insertPasskey, listPasskeysOf } from './passkey-store.ts'
import { holdFresh, refuseStale } from '../sign-in/refuse-stale.ts'
import type { SessionNeeds } from '../sessions/start-session.ts'
import { tellChange } from '../sign-in/mail-change.job.ts'

type Needs = SessionNeeds & { settings: Pick<Settings, 'publicUrl' | 'oidcIssuer' | 'productName'> }
type Telling = Needs & { jobs: Jobs }
type Mine = { accountId: string; sessionId: string }

const passkeysMax = 20

/** What a device needs to make a key for this account. */
export async function makePasskeyWish(needs: Needs, mine: Mine): Promise<{ options: { challenge: string }; cookie: string }> {
  await refuseStale(needs, mine)
  const { generateRegistrationOptions } = await import('@simplewebauthn/server')
  const [account, known] = await Promise.all([findAccount(needs.db, mine.accountId), listPasskeysOf(needs.db, mine.accountId)])
  if (!account) throw problem('not-signed-in')
  const { challenge, cookie } = await newChallenge(needs)
  const options = await generateRegistrationOptions({
    rpName: needs.settings.productName,
    rpID: new URL(needs.settings.publicUrl).hostname,
    userName: account.email,
    userDisplayName: account.name || account.email,
    userID: userIdOf(account.id),
    challenge,
    excludeCredentials: known.map(({ credentialId, transports }) => ({ id: credentialId, transports })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
  return { options, cookie }
}

export async function addPasskey(needs: Telling, mine: Mine, given: { answer: object; name: string }, request: Request): Promise<void> {
  await refuseStale(needs, mine)
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server')
  const { origin, hostname } = new URL(needs.settings.publicUrl)
  // Untrusted until it is verified below.
  const response = given.answer as RegistrationResponseJSON
  const verified = await verifyRegistrationResponse({
    response,
    expectedChallenge: (challenge) => isOwnChallenge(needs, request, challenge),
    expectedOrigin: origin,
    expectedRPID: hostname,
  }).catch(() => null)
  if (!verified?.verified || !verified.registrationInfo || isCrossOrigin(response)) throw wrongKey()
  const { credential, credentialDeviceType } = verified.registrationInfo
  await needs.jobs.ready()
  await needs.db.transaction(async (tx) => {
    // All this took its time. A key that came after a new password would be a way in past it.
    await holdFresh({ ...needs, db: tx }, mine)
    if ((await listPasskeysOf(tx, mine.accountId)).length >= passkeysMax)
      throw problem('input-invalid', { detail: `There are ${passkeysMax} passkeys already. Remove one first.` })
    const isNew = await insertPasskey(tx, {
      accountId: mine.accountId,
      id: newId(needs.clock.now().getTime()),
      credentialId: credential.id,
      publicKey: Buffer.from(credential.publicKey),
      signCount: credential.counter,
      transports: credential.transports ?? [],
      isBackupEligible: credentialDeviceType === 'multiDevice',
      name: given.name || deviceName(request.headers.get('user-agent')),
      createdAt: needs.clock.now(),
    })
    if (!isNew) throw wrongKey()
    await tellChange(tx, needs.jobs, mine.accountId, 'passkey-added')
  })
}

export async function removePasskey(needs: Telling, mine: Mine, id: string): Promise<void> {
  await needs.jobs.ready()
  await needs.db.transaction(async (tx) => {
    await holdFresh({ ...needs, db: tx }, mine)
    if (!(await deletePasskey(tx, mine.accountId, id))) throw problem('not-found')
    await tellChange(tx, needs.jobs, mine.accountId, 'passkey-removed')
  })
}

/** How this account can sign in. */
export async function readWays({ db, settings }: Needs, { accountId }: Pick<Mine, 'accountId'>): Promise<Ways> {
  const [account, keys] = await Promise.all([findAccount(db, accountId), listPasskeysOf(db, accountId)])
  return {
    isOutside: settings.oidcIssuer !== '',
    hasPassword: Boolean(account?.passwordHash),
    passkeys: keys.map(({ id, name, createdAt, usedAt }) => ({
      id,
      name,
      createdAt: createdAt.toISOString(),
      usedAt: usedAt?.toISOString() ?? null,
    })),
  }
}

const wrongKey = () => problem('input-invalid', { detail: 'That passkey could not be read. Try once more.' })
