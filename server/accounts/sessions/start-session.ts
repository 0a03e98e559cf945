import { randomBytes } from 'node:crypto'
import type { Db } from '#server/database/database.ts'
import { newId } from '#server/database/new-id.ts'
import type { Clock } from '#server/integrations/clock.ts'
import type { Settings } from '#server/settings.ts'
import { deviceName } from './device-name.ts'
import { hashToken } from '../../hash-token.ts'
import { writeKnown } from '../sign-in/known-browser.ts'
import { cookieOf } from './session-cookie.ts'
import { sessionLimits } from './session-policy.ts'
import { deleteByToken, insertSession } from './session-store.ts'
import type { SignInWay } from '../tables.ts'

export type SessionNeeds = { db: Db; clock: Clock; settings: Pick<Settings, 'publicUrl' | 'oidcIssuer'> }
type AtProvider = { issuer: string; subject: string; sid: string | null; idToken: string | null }
type Wishes = { accountId: string; way: SignInWay; request: Request; provider?: AtProvider; signedInAt?: Date }

/** `cookie` is the session's; `cookies` are all that the browser is given. */
export type Started = { id: string; cookie: string; cookies: readonly string[] }

const tokenBytes = 32
export const newToken = () => randomBytes(tokenBytes).toString('base64url')

/** Signs somebody in here: a new session with a token of its own, whatever the browser brought along. */
export async function startSession(needs: SessionNeeds, { accountId, way, request, provider, signedInAt }: Wishes): Promise<Started> {
  const { db, clock, settings } = needs
  const now = clock.now()
  const token = newToken()
  const id = newId(now.getTime())
  const left = cookieOf(settings).read(request)
  if (left) await deleteByToken(db, hashToken(left))
  await insertSession(db, {
    id,
    accountId,
    tokenHash: hashToken(token),
    exchangedAt: now,
    signedInAt: signedInAt ?? now,
    seenAt: now,
    endsAt: new Date(now.getTime() + sessionLimits.wholeMs),
    device: deviceName(request.headers.get('user-agent')),
    way,
    issuer: provider?.issuer ?? null,
    providerSubject: provider?.subject ?? null,
    providerSid: provider?.sid ?? null,
    idToken: provider?.idToken ?? null,
  })
  const cookie = cookieOf(settings).write(token, sessionLimits.wholeMs / 1000)
  const known = await writeKnown(needs, accountId)
  return { id, cookie, cookies: known ? [cookie, known] : [cookie] }
}
