import type { AuthenticationResponseJSON } from '@simplewebauthn/server'
import { problem } from '#server/http/problems/problem.ts'
import { lockAccount } from '../account-store.ts'
import { isCrossOrigin, userHandleOf } from '../passkeys/passkey-answer.ts'
import { isOwnChallenge, newChallenge } from '../passkeys/passkey-challenge.ts'
import { findPasskey, markPasskeyUsed } from '../passkeys/passkey-store.ts'
import { startSession, type SessionDeps } from '../sessions/start-session.ts'

/** A challenge for any passkey of this site: the device knows which account it belongs to. */
export async function makeSignInChallenge(deps: SessionDeps): Promise<{ options: { challenge: string }; cookie: string }> {
  const { generateAuthenticationOptions } = await import('@simplewebauthn/server')
  const { challenge, cookie } = await newChallenge(deps)
  const options = await generateAuthenticationOptions({
    rpID: new URL(deps.settings.publicUrl).hostname,
    challenge,
    userVerification: 'required',
  })
  return { options, cookie }
}

/** Signs in with a passkey. An unknown, foreign or invalid one gets the same error. */
export async function signInWithPasskey(deps: SessionDeps, answer: { id: string }, request: Request): Promise<readonly string[]> {
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server')
  // Untrusted until it is verified below.
  const response = answer as AuthenticationResponseJSON
  const known = await findPasskey(deps.db, response.id)
  if (!known) throw rejected()
  const { origin, hostname } = new URL(deps.settings.publicUrl)
  const verified = await verifyAuthenticationResponse({
    response,
    expectedChallenge: (challenge) => isOwnChallenge(deps, request, challenge),
    expectedOrigin: origin,
    expectedRPID: hostname,
    credential: {
      id: known.credentialId,
      publicKey: new Uint8Array(known.publicKey),
      counter: known.signCount,
      transports: known.transports,
    },
  }).catch(() => null)
  if (!verified?.verified || isCrossOrigin(response)) throw rejected()
  // The request names no account, so the device must, and it must be the key's owner.
  if (response.response.userHandle !== userHandleOf(known.accountId)) throw rejected()
  const { newCounter, credentialDeviceType } = verified.authenticationInfo
  const isBackupEligible = credentialDeviceType === 'multiDevice'
  // For keys stored before this was recorded it is null; the first sign-in records it.
  if (known.isBackupEligible !== null && known.isBackupEligible !== isBackupEligible) throw rejected()
  return deps.db.transaction(async (tx) => {
    await lockAccount(tx, known.accountId)
    if (!(await markPasskeyUsed(tx, known, { signCount: newCounter, usedAt: deps.clock.now(), isBackupEligible }))) throw rejected()
    const { cookies } = await startSession({ ...deps, db: tx }, { accountId: known.accountId, loginMethod: 'passkey', request })
    return cookies
  })
}

const rejected = () => problem('login-failed', { detail: 'We don’t recognize that passkey.' })
