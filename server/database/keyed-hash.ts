import { createHmac, randomBytes } from 'node:crypto'
import { z } from 'zod'
import type { Db } from './database.ts'
import { readOrCreate } from './installation.ts'

/**
 * An HMAC with the installation's secret. Email addresses are few enough to hash them all, so a plain hash would reveal the address.
 */
export async function keyedHash(db: Db, what: string, now: Date): Promise<Buffer> {
  const secret = z.string().parse(await readOrCreate(db, 'hashes', async () => randomBytes(32).toString('base64url'), now))
  return createHmac('sha256', secret).update(what).digest()
}
