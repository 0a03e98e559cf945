import { randomBytes } from 'node:crypto'
import type { Db } from '#server/database/database.ts'
import { newId } from '#server/database/new-id.ts'
import type { Clock } from '#server/integrations/clock.ts'
import type { Settings } from '#server/settings.ts'
import { deviceName } from './device-name.ts'
import { hashToken } from '../../common/hash-token.ts'
import { writeKnownBrowser } from '../sign-in/known-browser.ts'
import { cookieOf } from './session-cookie.ts'
import { sessionLimits } from './session-policy.ts'
import { deleteByToken, insertSession } from './session-store.ts'
import type { LoginMethod } from '../tables.ts'

export type SessionDeps = { db: Db; clock: Clock; settings: Pick<Settings, 'publicUrl' | 'oidcIssuer' | 'signUp'> }
type AtProvider = { issuer: string; subject: string; sid: string | null; idToken: string | null }
type SessionInput = { accountId: string; loginMethod: LoginMethod; request: Request; provider?: AtProvider; signedInAt?: Date }

/** `cookie` is the session cookie; `cookies` also has the known-browser cookie, if there is one. */
type StartedSession = { id: string; cookie: string; cookies: readonly string[] }

const tokenBytes = 32
export const newToken = () => randomBytes(tokenBytes).toString('base64url')

/** Starts a new session with a new token, and ends the one this browser had (which prevents session fixation). */
export async function startSession(
  deps: SessionDeps,
  { accountId, loginMethod, request, provider, signedInAt }: SessionInput,
): Promise<StartedSession> {
  const { db, clock, settings } = deps
  const now = clock.now()
  const token = newToken()
  const id = newId(now.getTime())
  const earlier = cookieOf(settings).read(request)
  if (earlier) await deleteByToken(db, hashToken(earlier))
  await insertSession(db, {
    id,
    accountId,
    tokenHash: hashToken(token),
    exchangedAt: now,
    signedInAt: signedInAt ?? now,
    lastUsedAt: now,
    endsAt: new Date(now.getTime() + sessionLimits.maxAgeMs),
    device: deviceName(request.headers.get('user-agent')),
    loginMethod,
    issuer: provider?.issuer ?? null,
    providerSubject: provider?.subject ?? null,
    providerSid: provider?.sid ?? null,
    idToken: provider?.idToken ?? null,
  })
  const cookie = cookieOf(settings).write(token, sessionLimits.maxAgeMs / 1000)
  const known = await writeKnownBrowser(deps, accountId)
  return { id, cookie, cookies: known ? [cookie, known] : [cookie] }
}
