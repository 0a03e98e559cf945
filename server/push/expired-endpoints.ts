import { createHash } from 'node:crypto'
import type { Db } from '#server/database/database.ts'
import { storeMark, readMarks } from '#server/database/consume.ts'
import type { PushToken } from '#server/integrations/web-push.ts'

const kind = 'push-expired'
/** Browsers don't notice that a subscription expired, and keep returning it until the page requests a new one. */
const rememberedMs = 30 * 24 * 3_600_000

/** Remembers that the push service reported this subscription as gone. */
export async function markExpired(db: Db, token: PushToken, now: Date): Promise<void> {
  await storeMark(db, kind, keyOf(token), new Date(now.getTime() + rememberedMs))
}

export async function isExpired(db: Db, token: PushToken, now: Date): Promise<boolean> {
  return (await readMarks(db, kind, [keyOf(token)], now)).length > 0
}

/** Only the browser itself knows both, so a leaked endpoint is not enough to end a subscription. */
const keyOf = ({ endpoint, keys }: PushToken) => createHash('sha256').update(`${keys.auth} ${endpoint}`).digest('base64url')
