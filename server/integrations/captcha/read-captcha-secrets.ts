import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import type { Db } from '#server/database/database.ts'
import { readOrCreate, writeInstallation } from '#server/database/installation.ts'
import type { Clock } from '../clock.ts'

const Secrets = z.object({ challenge: z.string(), key: z.string(), form: z.string() })
/** Longer than anything lives that was signed with them. */
const believedMs = 24 * 60 * 60 * 1000
const Kept = Secrets.extend({ before: Secrets.optional(), until: z.coerce.date().optional() })
export type CaptchaSecrets = z.output<typeof Secrets>

/** What challenges and forms are signed with: one for all instances, and the same after a restart. */
export async function readCaptchaSecrets(db: Db, clock: Clock): Promise<CaptchaSecrets> {
  return (await readKept(db, clock))[0]
}

/** What was signed may be signed with these: the ones of today, then those before them for a while. */
export async function readKept(db: Db, clock: Clock): Promise<[CaptchaSecrets, ...CaptchaSecrets[]]> {
  const { before, until, ...secrets } = Kept.parse(await readOrCreate(db, 'captcha', makeSecrets, clock.now()))
  return before && until && until > clock.now() ? [secrets, before] : [secrets]
}

export async function renewCaptchaSecrets(tx: Db, clock: Clock): Promise<void> {
  const before = await readCaptchaSecrets(tx, clock)
  const now = clock.now()
  await writeInstallation(tx, 'captcha', { ...(await makeSecrets()), before, until: new Date(now.getTime() + believedMs) }, now)
}

const makeSecrets = async (): Promise<CaptchaSecrets> => ({ challenge: makeSecret(), key: makeSecret(), form: makeSecret() })
const makeSecret = () => randomBytes(32).toString('hex')
