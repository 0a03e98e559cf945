import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { insertPasskey } from '#server/accounts/passkeys/passkey-store.ts'
import { newId } from '#server/database/new-id.ts'
import type { TestApp } from './app.ts'

const sha256 = (bytes: string | Buffer) => createHash('sha256').update(bytes).digest()

/** A key pair; the public key is encoded as devices do (COSE). */
function aKey() {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  // EC2, ES256, P-256, and its two coordinates.
  const cose = ['a5010203262001215820', Buffer.from(x, 'base64url').toString('hex'), '225820', Buffer.from(y, 'base64url').toString('hex')]
  return { privateKey, publicKey: Buffer.from(cose.join(''), 'hex'), credentialId: randomBytes(16).toString('base64url') }
}

/** A device's response to a registration challenge. */
export function aNewPasskey({ settings }: Pick<TestApp, 'settings'>, challenge: string, client: object = {}, isVerified = true) {
  const { publicKey, credentialId } = aKey()
  const { origin, hostname } = new URL(settings.publicUrl)
  const id = Buffer.from(credentialId, 'base64url')
  // Hash of the site, flags (user present and verified, key attached), no authenticator model, credential id.
  const device = Buffer.concat([
    sha256(hostname),
    Buffer.from([isVerified ? 0x45 : 0x41, 0, 0, 0, 0]),
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

/** A registered passkey of an account, and the device's response to login challenges. */
export async function aPasskey({ deps, settings }: TestApp, accountId: string, row: { isBackupEligible?: boolean | null } = {}) {
  const { privateKey, ...key } = aKey()
  const [id, credentialId] = [newId(), key.credentialId]
  await insertPasskey(deps.db, {
    ...key,
    accountId,
    id,
    signCount: 0,
    transports: [],
    name: 'A device',
    createdAt: deps.clock.now(),
    ...row,
  })

  let answers = 0
  return {
    id,
    answerTo(challenge: string, { client: changes = {}, isBackupEligible = false, ...changed }: Answered = {}) {
      const { origin, hostname } = new URL(settings.publicUrl)
      const client = Buffer.from(JSON.stringify({ type: 'webauthn.get', challenge, origin, ...changes }))
      // Hash of the site, flags (user present and verified), use counter.
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
