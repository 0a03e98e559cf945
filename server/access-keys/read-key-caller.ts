import type { Db } from '#server/database/database.ts'
import { isReadOnly } from '#server/database/is-away.ts'
import { hashToken } from '#server/common/hash-token.ts'
import type { Caller } from '#server/http/calls/mount.ts'
import type { Clock } from '#server/integrations/clock.ts'
import { findKey, touchKey } from './access-key-store.ts'

const visitor: Caller = { kind: 'visitor' }
const credentials = /^bearer +(carte_[\w-]{43})$/i
const touchIntervalMs = 60_000

/** The caller, by the key in their Authorization header. Reads the key on every request, so that a revoked one stops working at once. */
export async function readKeyCaller({ db, clock }: { db: Db; clock: Clock }, request: Request): Promise<Caller> {
  const [, key] = credentials.exec(request.headers.get('authorization') ?? '') ?? []
  if (!key) return visitor
  const now = clock.now()
  const found = await findKey(db, hashToken(key))
  if (!found || (found.expiresAt && found.expiresAt <= now)) return visitor
  const before = new Date(now.getTime() - touchIntervalMs)
  if (!found.lastUsedAt || found.lastUsedAt < before)
    await touchKey(db, found.id, { now, before }).catch((error: unknown) => {
      // A read-only database still identifies callers.
      if (!isReadOnly(error)) throw error
    })
  return { kind: 'key', keyId: found.id, subjectIds: [found.subjectId], scopes: found.scopes }
}
