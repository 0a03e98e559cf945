import { randomBytes, timingSafeEqual } from 'node:crypto'
import { keeping } from '#contract/accounts/keeping.ts'
import { keyedHash } from '#server/database/keyed-hash.ts'
import type { Known } from '#server/http/calls/mount.ts'
import { findAccount } from '../account-store.ts'
import { cookieOf } from '../sessions/session-cookie.ts'
import type { SessionNeeds } from '../sessions/start-session.ts'

const lifeSeconds = keeping.knownBrowserDays * 86_400

/**
 * Tells this browser again from those that were never signed in here: what strangers spend of an account's tries and mails is not
 * its own. It opens nothing. Null where a provider keeps the accounts: there is nothing here to guess at.
 */
export async function writeKnown({ db, clock, settings }: SessionNeeds, accountId: string): Promise<string | null> {
  const account = settings.oidcIssuer ? null : await findAccount(db, accountId)
  if (!account) return null
  const now = clock.now()
  const said = [accountId, account.browserEpoch, Math.floor(now.getTime() / 1000), randomBytes(12).toString('base64url')].join('.')
  return cookieOf(settings, 'known').write(`${said}.${(await sealOf(db, said, now)).toString('base64url')}`, lifeSeconds)
}

/** Whom this browser was signed in as, where the seal is ours and not too old. */
export async function readKnown({ db, clock, settings }: SessionNeeds, request: Request): Promise<Known | null> {
  const [, said, accountId, epoch, issued, seal] =
    /^(([\da-f-]{36})\.(\d{1,10})\.(\d{1,12})\.[\w-]{16})\.([\w-]{43})$/.exec(cookieOf(settings, 'known').read(request) ?? '') ?? []
  if (!said || !accountId || !seal || settings.oidcIssuer) return null
  const now = clock.now()
  if (!timingSafeEqual(await sealOf(db, said, now), Buffer.from(seal, 'base64url'))) return null
  if (now.getTime() / 1000 - Number(issued) > lifeSeconds) return null
  return {
    id: said,
    accountId,
    async isOf(email) {
      const account = await findAccount(db, accountId)
      return account !== null && account.browserEpoch === Number(epoch) && (email === null || account.email === email)
    },
  }
}

const sealOf = (db: SessionNeeds['db'], said: string, now: Date) => keyedHash(db, `known browser ${said}`, now)
