import { randomBytes, timingSafeEqual } from 'node:crypto'
import { retention } from '#contract/accounts/retention.ts'
import { keyedHash } from '#server/database/keyed-hash.ts'
import type { KnownBrowser } from '#server/http/calls/mount.ts'
import { findAccount } from '../account-store.ts'
import { cookieOf } from '../sessions/session-cookie.ts'
import type { SessionDeps } from '../sessions/start-session.ts'

const lifeSeconds = retention.knownBrowserDays * 86_400

/**
 * A cookie for a browser that logged in to this account, which then has rate limits of its own, not used up by strangers. It grants no
 * access. Null with an identity provider: there are no passwords to guess.
 */
export async function writeKnownBrowser({ db, clock, settings }: SessionDeps, accountId: string): Promise<string | null> {
  const account = settings.oidcIssuer ? null : await findAccount(db, accountId)
  if (!account) return null
  const now = clock.now()
  const payload = [accountId, account.browserEpoch, Math.floor(now.getTime() / 1000), randomBytes(12).toString('base64url')].join('.')
  return cookieOf(settings, 'known').write(`${payload}.${(await sign(db, payload, now)).toString('base64url')}`, lifeSeconds)
}

/** The account this browser logged in to, if the cookie's signature is valid and not expired. */
export async function readKnownBrowser({ db, clock, settings }: SessionDeps, request: Request): Promise<KnownBrowser | null> {
  const [, payload, accountId, epoch, issued, signature] =
    /^(([\da-f-]{36})\.(\d{1,10})\.(\d{1,12})\.[\w-]{16})\.([\w-]{43})$/.exec(cookieOf(settings, 'known').read(request) ?? '') ?? []
  if (!payload || !accountId || !signature || settings.oidcIssuer) return null
  const now = clock.now()
  if (!timingSafeEqual(await sign(db, payload, now), Buffer.from(signature, 'base64url'))) return null
  if (now.getTime() / 1000 - Number(issued) > lifeSeconds) return null
  return {
    id: payload,
    accountId,
    async isOf(email) {
      const account = await findAccount(db, accountId)
      return account !== null && account.browserEpoch === Number(epoch) && (email === null || account.email === email)
    },
  }
}

const sign = (db: SessionDeps['db'], payload: string, now: Date) => keyedHash(db, `known browser ${payload}`, now)
