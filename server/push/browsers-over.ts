import { createHash } from 'node:crypto'
import type { Db } from '#server/database/database.ts'
import { storeMark, readMarks } from '#server/database/consume.ts'
import type { PushToken } from '#server/integrations/web-push.ts'

const kind = 'push-over'
/** A browser does not notice by itself: it gives what is over for as long as nobody asks it for another. */
const knownForMs = 30 * 24 * 3_600_000

/** Nobody listens there any more, as its push service said. */
export async function markOver(db: Db, token: PushToken, now: Date): Promise<void> {
  await storeMark(db, kind, keyOf(token), new Date(now.getTime() + knownForMs))
}

export async function isOver(db: Db, token: PushToken, now: Date): Promise<boolean> {
  return (await readMarks(db, kind, [keyOf(token)], now)).length > 0
}

/** Only the browser itself has both: who overheard an address alone ends nothing. */
const keyOf = ({ endpoint, keys }: PushToken) => createHash('sha256').update(`${keys.auth} ${endpoint}`).digest('base64url')
