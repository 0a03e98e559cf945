import { createHmac, randomBytes } from 'node:crypto'
import { z } from 'zod'
import type { Db } from './database.ts'
import { readOrCreate } from './installation.ts'

/**
 * An HMAC with the installation's secret. Email addresses are few enough to hash them all, so a plain hash would reveal the address.
 */
export async function keyedHash(db: Db, what: string, now: Date): Promise<Buffer> {
  return createHmac('sha256', await readSecret(db, now))
    .update(what)
    .digest()
}

const readSecret = async (db: Db, now: Date) =>
  z.string().parse(await readOrCreate(db, 'hashes', async () => randomBytes(32).toString('base64url'), now))

/** The same as text, for what this installation must recognize as its own. Anyone can trigger it, so the secret is read once. */
export function signWith(db: Db) {
  let secret: string | undefined
  return async (text: string) =>
    createHmac('sha256', (secret ??= await readSecret(db, new Date())))
      .update(text)
      .digest('base64url')
}
