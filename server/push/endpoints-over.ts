import { createHash } from 'node:crypto'
import type { Db } from '#server/db/database.ts'
import { keepMark, readMarks } from '#server/db/spend.ts'
import type { Clock } from '#server/outside/clock.ts'
import type { PushToken } from '#server/outside/web-push.ts'

type Needs = { db: Db; clock: Clock }
type Endpoint = Pick<PushToken, 'endpoint'>

const kind = 'push-over'
/** A browser does not notice by itself: it gives what is over for as long as nobody asks it for another. */
const knownForMs = 30 * 24 * 3_600_000

/** Its push service said that nobody listens there any more. */
export async function markOver({ db, clock }: Needs, token: Endpoint): Promise<void> {
  await keepMark(db, kind, keyOf(token), new Date(clock.now().getTime() + knownForMs))
}

export async function isOver({ db, clock }: Needs, token: Endpoint): Promise<boolean> {
  return (await readMarks(db, kind, [keyOf(token)], clock.now())).length > 0
}

const keyOf = ({ endpoint }: Endpoint) => createHash('sha256').update(endpoint).digest('base64url')
