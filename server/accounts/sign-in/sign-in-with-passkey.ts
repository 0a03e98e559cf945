import type { AuthenticationResponseJSON } from '@simplewebauthn/server'
import { problem } from '#server/http/problems/problem.ts'
import { lockAccount } from '../account-store.ts'
import { isCrossOrigin, userHandleOf } from '../passkeys/passkey-answer.ts'
import { isOwnChallenge, newChallenge } from '../passkeys/passkey-challenge.ts'
import { findPasskey, markPasskeyUsed } from '../passkeys/passkey-store.ts'
import { startSession, type SessionNeeds } from '../sessions/start-session.ts'

/** What any passkey of this site is to sign: the device knows whose it is. */
export async function makeSignInChallenge(needs: SessionNeeds): Promise<{ options: { challenge: string }; cookie: string }> {
  const { generateAuthenticationOptions } = await import('@simplewebauthn/server')
  const { challenge, cookie } = await newChallenge(needs)
  const options = await generateAuthenticationOptions({
    rpID: new URL(needs.settings.publicUrl).hostname,
    challenge,
    userVerification: 'required',
  })
  return { options, cookie }
}

/** Signs in who holds the key. Unknown, foreign and wrong are told alike. */
export async function signInWithPasskey(needs: SessionNeeds, answer: { id: string }, request: Request): Promise<readonly string[]> {
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server')
  // Untrusted until it is verified below.
  const response = answer as AuthenticationResponseJSON
  const known = await findPasskey(needs.db, response.id)
  if (!known) throw refused()
  const { origin, hostname } = new URL(needs.settings.publicUrl)
  const verified = await verifyAuthenticationResponse({
    response,
    expectedChallenge: (challenge) => isOwnChallenge(needs, request, challenge),
    expectedOrigin: origin,
    expectedRPID: hostname,
    credential: {
      id: known.credentialId,
      publicKey: new Uint8Array(known.publicKey),
      counter: known.signCount,
      transports: known.transports,
    },
  }).catch(() => null)
  if (!verified?.verified || isCrossOrigin(response)) throw refused()
  // The sign-in names no account, so the device has to, and it has to be the one that owns the key.
  if (response.response.userHandle !== userHandleOf(known.accountId)) throw refused()
  const { newCounter, credentialDeviceType } = verified.authenticationInfo
  const isBackupEligible = credentialDeviceType === 'multiDevice'
  // Keys stored before this was recorded are compared from their next sign-in on.
  if (known.isBackupEligible !== null && known.isBackupEligible !== isBackupEligible) throw refused()
  return needs.db.transaction(async (tx) => {
    await lockAccount(tx, known.accountId)
    if (!(await markPasskeyUsed(tx, known, { signCount: newCounter, usedAt: needs.clock.now(), isBackupEligible }))) throw refused()
    const { cookies } = await startSession({ ...needs, db: tx }, { accountId: known.accountId, way: 'passkey', request })
    return cookies
  })
}

const refused = () => problem('sign-in-refused', { detail: 'We don’t recognize that passkey.' })
