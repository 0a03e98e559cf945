import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { z } from 'zod'
import type { Db } from './database.ts'
import { readOrCreate } from './installation.ts'

const nonceBytes = 12
const tagBytes = 16

/** Encrypts a secret that must be used again, with a key of the installation. Bound to its row, so that it opens nowhere else. */
export async function sealSecret(db: Db, secret: string, row: string, now: Date): Promise<Buffer> {
  const nonce = randomBytes(nonceBytes)
  const cipher = createCipheriv('aes-256-gcm', await readKey(db, now), nonce).setAAD(Buffer.from(row))
  return Buffer.concat([nonce, cipher.update(secret, 'utf8'), cipher.final(), cipher.getAuthTag()])
}

export async function openSecret(db: Db, sealed: Buffer, row: string, now: Date): Promise<string> {
  const decipher = createDecipheriv('aes-256-gcm', await readKey(db, now), sealed.subarray(0, nonceBytes)).setAAD(Buffer.from(row))
  decipher.setAuthTag(sealed.subarray(-tagBytes))
  return decipher.update(sealed.subarray(nonceBytes, -tagBytes), undefined, 'utf8') + decipher.final('utf8')
}

/** Read each time, because a restore can replace it. */
async function readKey(db: Db, now: Date): Promise<Buffer> {
  return Buffer.from(z.string().parse(await readOrCreate(db, 'seal', async () => randomBytes(32).toString('base64'), now)), 'base64')
}
