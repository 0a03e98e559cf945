import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { insertPasskey } from '#server/accounts/passkey-store.ts'
import { newId } from '#server/db/new-id.ts'
import type { TestApp } from './app.ts'

const sha256 = (bytes: string | Buffer) => createHash('sha256').update(bytes).digest()

/** A key that a device keeps for somebody, and what the device answers when it is asked to sign in. */
export async function aPasskey({ needs, settings }: TestApp, accountId: string) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  // A COSE key: EC2, ES256, P-256, and its two coordinates.
  const cose = ['a5010203262001215820', Buffer.from(x, 'base64url').toString('hex'), '225820', Buffer.from(y, 'base64url').toString('hex')]
  const [id, credentialId] = [newId(), randomBytes(16).toString('base64url')]
  const key = { accountId, id, credentialId, publicKey: Buffer.from(cose.join(''), 'hex') }
  await insertPasskey(needs.db, { ...key, signCount: 0, transports: [], name: 'A device', createdAt: needs.clock.now() })

  let answers = 0
  return {
    id,
    answerTo(challenge: string) {
      const { origin, hostname } = new URL(settings.publicUrl)
      const client = Buffer.from(JSON.stringify({ type: 'webauthn.get', challenge, origin }))
      // Who is asked, that somebody was there and proved it, and how often so far.
      const device = Buffer.concat([sha256(hostname), Buffer.from([0x05, 0, 0, 0, ++answers])])
      const response = {
        clientDataJSON: client.toString('base64url'),
        authenticatorData: device.toString('base64url'),
        signature: sign('sha256', Buffer.concat([device, sha256(client)]), privateKey).toString('base64url'),
      }
      return { id: credentialId, rawId: credentialId, type: 'public-key', clientExtensionResults: {}, response }
    },
  }
}
