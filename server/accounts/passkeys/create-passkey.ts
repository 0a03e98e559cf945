import type { RegistrationResponseJSON, VerifiedRegistrationResponse } from '@simplewebauthn/server'
import { inputIssue } from '#server/common/field-issue.ts'
import type { Db } from '#server/database/database.ts'
import { newId } from '#server/database/new-id.ts'
import { problem } from '#server/http/problems/problem.ts'
import type { Settings } from '#server/settings.ts'
import { deviceName } from '../sessions/device-name.ts'
import type { SessionDeps } from '../sessions/start-session.ts'
import type { Passkey } from '../tables.ts'
import { isCrossOrigin, userIdOf } from './passkey-answer.ts'
import { isOwnChallenge, newChallenge } from './passkey-challenge.ts'
import { insertPasskey } from './passkey-store.ts'

export type PasskeyDeps = SessionDeps & { settings: Pick<Settings, 'publicUrl' | 'oidcIssuer' | 'productName'> }
type Person = { id: string; email: string; name: string }
type NewPasskey = NonNullable<VerifiedRegistrationResponse['registrationInfo']>

/** The WebAuthn options with which a device creates a passkey for this account, and the cookie of their challenge. */
export async function makeCreationOptions(
  deps: PasskeyDeps,
  { id, email, name }: Person,
  { known = [], purpose }: { known?: readonly Passkey[]; purpose?: string } = {},
) {
  const { generateRegistrationOptions } = await import('@simplewebauthn/server')
  const { challenge, cookie } = await newChallenge(deps, purpose)
  const options = await generateRegistrationOptions({
    rpName: deps.settings.productName,
    rpID: new URL(deps.settings.publicUrl).hostname,
    userName: email,
    userDisplayName: name || email,
    userID: userIdOf(id),
    challenge,
    excludeCredentials: known.map(({ credentialId, transports }) => ({ id: credentialId, transports })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
  return { options, cookie }
}

/** Consumes the challenge. */
export async function verifyNewPasskey(deps: PasskeyDeps, request: Request, answer: object, purpose?: string): Promise<NewPasskey> {
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server')
  const { origin, hostname } = new URL(deps.settings.publicUrl)
  // Untrusted until it is verified below.
  const response = answer as RegistrationResponseJSON
  const verified = await verifyRegistrationResponse({
    response,
    expectedChallenge: (challenge) => isOwnChallenge(deps, request, challenge, purpose),
    expectedOrigin: origin,
    expectedRPID: hostname,
  }).catch(() => null)
  if (!verified?.verified || !verified.registrationInfo || isCrossOrigin(response)) throw unreadablePasskey()
  return verified.registrationInfo
}

/** Throws if it is stored already, for any account. */
export async function storePasskey(
  tx: Db,
  { credential, credentialDeviceType }: NewPasskey,
  { accountId, name = '', request, now }: { accountId: string; name?: string; request: Request; now: Date },
): Promise<void> {
  const isNew = await insertPasskey(tx, {
    accountId,
    id: newId(now.getTime()),
    credentialId: credential.id,
    publicKey: Buffer.from(credential.publicKey),
    signCount: credential.counter,
    transports: credential.transports ?? [],
    isBackupEligible: credentialDeviceType === 'multiDevice',
    name: name || deviceName(request.headers.get('user-agent')),
    createdAt: now,
  })
  if (!isNew) throw unreadablePasskey()
}

export const unreadablePasskey = () => problem('input-invalid', { issue: inputIssue('passkeyUnreadable') })
