import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import type { Db } from '#server/database/database.ts'
import { readOrCreate, writeInstallation } from '#server/database/installation.ts'
import type { Clock } from '../clock.ts'

const Secrets = z.object({ challenge: z.string(), key: z.string(), form: z.string() })
/** Longer than the lifetime of any signed token. */
const acceptedMs = 24 * 60 * 60 * 1000
const StoredSecrets = Secrets.extend({ before: Secrets.optional(), until: z.coerce.date().optional() })
export type CaptchaSecrets = z.output<typeof Secrets>

/** The signing secrets of challenges and forms, shared by all instances and stable across restarts. */
export async function readCaptchaSecrets(db: Db, clock: Clock): Promise<CaptchaSecrets> {
  return (await readAcceptedSecrets(db, clock))[0]
}

/** The secrets that may verify: the current ones, then for a while the previous ones. */
export async function readAcceptedSecrets(db: Db, clock: Clock): Promise<[CaptchaSecrets, ...CaptchaSecrets[]]> {
  const { before, until, ...secrets } = StoredSecrets.parse(await readOrCreate(db, 'captcha', makeSecrets, clock.now()))
  return before && until && until > clock.now() ? [secrets, before] : [secrets]
}

export async function renewCaptchaSecrets(tx: Db, clock: Clock): Promise<void> {
  const before = await readCaptchaSecrets(tx, clock)
  const now = clock.now()
  await writeInstallation(tx, 'captcha', { ...(await makeSecrets()), before, until: new Date(now.getTime() + acceptedMs) }, now)
}

const makeSecrets = async (): Promise<CaptchaSecrets> => ({ challenge: makeSecret(), key: makeSecret(), form: makeSecret() })
const makeSecret = () => randomBytes(32).toString('hex')
