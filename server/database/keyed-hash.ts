import { createHmac, randomBytes } from 'node:crypto'
import { z } from 'zod'
import type { Db } from './database.ts'
import { readOrKeep } from './installation.ts'

/**
 * What is known again and cannot be guessed at: addresses of people are few enough to try them all, so a plain hash of one is as
 * good as the address. This one wants the installation's secret too.
 */
export async function keyedHash(db: Db, what: string, now: Date): Promise<Buffer> {
  const secret = z.string().parse(await readOrKeep(db, 'hashes', async () => randomBytes(32).toString('base64url'), now))
  return createHmac('sha256', secret).update(what).digest()
}
