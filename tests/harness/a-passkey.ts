import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { insertPasskey } from '#server/accounts/passkeys/passkey-store.ts'
import { newId } from '#server/database/new-id.ts'
import type { TestApp } from './app.ts'

const sha256 = (bytes: string | Buffer) => createHash('sha256').update(bytes).digest()

/** Two halves of a key, of which the second is written as devices do (COSE). */
function aKey() {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  // EC2, ES256, P-256, and its two coordinates.
  const cose = ['a5010203262001215820', Buffer.from(x, 'base64url').toString('hex'), '225820', Buffer.from(y, 'base64url').toString('hex')]
  return { privateKey, publicKey: Buffer.from(cose.join(''), 'hex'), credentialId: randomBytes(16).toString('base64url') }
}

/** What a device answers that is asked to make a key. */
export function aNewPasskey({ settings }: Pick<TestApp, 'settings'>, challenge: string, client: object = {}) {
  const { publicKey, credentialId } = aKey()
  const { origin, hostname } = new URL(settings.publicUrl)
  const id = Buffer.from(credentialId, 'base64url')
  // Who is asked, that somebody was there, proved it and made a key; by no maker in particular, under this name.
  const device = Buffer.concat([
    sha256(hostname),
    Buffer.from([0x45, 0, 0, 0, 0]),
    Buffer.alloc(16),
    Buffer.from([0, id.length]),
    id,
    publicKey,
  ])
  // CBOR: { fmt: 'none', attStmt: {}, authData }
  const attestation = ['a363666d74646e6f6e656761747453746d74a0', '68617574684461746158', device.length.toString(16), device.toString('hex')]
  const response = {
    clientDataJSON: Buffer.from(JSON.stringify({ type: 'webauthn.create', challenge, origin, ...client })).toString('base64url'),
    attestationObject: Buffer.from(attestation.join(''), 'hex').toString('base64url'),
  }
  return { id: credentialId, rawId: credentialId, type: 'public-key' as const, clientExtensionResults: {}, response }
}

type Answered = { client?: object; userHandle?: string | undefined; isBackupEligible?: boolean }

/** A key that a device keeps for somebody, and what the device answers when it is asked to sign in. */
export async function aPasskey({ needs, settings }: TestApp, accountId: string, row: { isBackupEligible?: boolean | null } = {}) {
  const { privateKey, ...key } = aKey()
  const [id, credentialId] = [newId(), key.credentialId]
  await insertPasskey(needs.db, {
    ...key,
    accountId,
    id,
    signCount: 0,
    transports: [],
    name: 'A device',
    createdAt: needs.clock.now(),
    ...row,
  })

  let answers = 0
  return {
    id,
    answerTo(challenge: string, { client: said = {}, isBackupEligible = false, ...changed }: Answered = {}) {
      const { origin, hostname } = new URL(settings.publicUrl)
      const client = Buffer.from(JSON.stringify({ type: 'webauthn.get', challenge, origin, ...said }))
      // Who is asked, that somebody was there and proved it, and how often so far.
      const device = Buffer.concat([sha256(hostname), Buffer.from([isBackupEligible ? 0x0d : 0x05, 0, 0, 0, ++answers])])
      const response = {
        clientDataJSON: client.toString('base64url'),
        authenticatorData: device.toString('base64url'),
        signature: sign('sha256', Buffer.concat([device, sha256(client)]), privateKey).toString('base64url'),
        userHandle: Buffer.from(accountId).toString('base64url'),
        ...changed,
      }
      return { id: credentialId, rawId: credentialId, type: 'public-key', clientExtensionResults: {}, response }
    },
  }
}
