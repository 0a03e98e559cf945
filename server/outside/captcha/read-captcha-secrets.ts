import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import type { Db } from '#server/db/database.ts'
import { readOrKeep } from '#server/db/installation.ts'
import type { Clock } from '../clock.ts'

const CaptchaSecrets = z.object({ challenge: z.string(), key: z.string(), form: z.string() })
export type CaptchaSecrets = z.output<typeof CaptchaSecrets>

/** What challenges and forms are signed with: one for all instances, and the same after a restart. */
export async function readCaptchaSecrets(db: Db, clock: Clock): Promise<CaptchaSecrets> {
  return CaptchaSecrets.parse(await readOrKeep(db, 'captcha', makeSecrets, clock.now()))
}

const makeSecrets = async (): Promise<CaptchaSecrets> => ({ challenge: makeSecret(), key: makeSecret(), form: makeSecret() })
const makeSecret = () => randomBytes(32).toString('hex')
