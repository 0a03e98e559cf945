import type { Db } from '#server/database/database.ts'
import { newId } from '#server/database/new-id.ts'
import { problem } from '#server/http/problems/problem.ts'
import type { Clock } from '#server/integrations/clock.ts'
import { lockSubject } from '../card-store.ts'
import { countTries, insertTry, removeTries } from './claim-store.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs

/**
 * Wrong tries end no code: a few strangers could else take it from its owner. What keeps it is its length: 8 letters of 22
 * are 55 thousand million codes, and all callers together try a card 60 times an hour. In the 30 days of a code those are
 * 43,200 tries at four open codes at most: one chance in 300,000.
 */
const cardTriesAnHour = 60
const accountTriesADay = 10

/** Counted before the code is looked at, so that many at once are not more. */
export async function noteClaimTry(
  { db, clock }: { db: Db; clock: Clock },
  { subjectId, accountId }: { subjectId: string; accountId: string },
): Promise<void> {
  await db.transaction(async (tx) => {
    if (!(await lockSubject(tx, subjectId))) throw problem('card-not-found')
    const now = clock.now()
    const [hourAgo, dayAgo] = [new Date(now.getTime() - hourMs), new Date(now.getTime() - dayMs)]
    await removeTries(tx, subjectId, dayAgo)
    const { byEverybody, byAccount } = await countTries(tx, { subjectId, accountId }, { everybody: hourAgo, account: dayAgo })
    if (byAccount >= accountTriesADay)
      throw problem('too-many-requests', {
        detail: 'You tried ten codes for this card that did not open it. Try again tomorrow.',
        retryAfterSeconds: dayMs / 1000,
      })
    if (byEverybody >= cardTriesAnHour)
      throw problem('too-many-requests', {
        detail: 'Too many codes were tried for this card. Your code stays good: try again in an hour.',
        retryAfterSeconds: hourMs / 1000,
      })
    await insertTry(tx, { subjectId, id: newId(now.getTime()), accountId, triedAt: now })
  })
}
