import { keeping } from '#contract/accounts/keeping.ts'
import { openCardById } from '#server/cards/owned/read-own-card.ts'
import type { Db } from '#server/database/database.ts'
import { consume } from '#server/database/consume.ts'
import type { Job } from '#server/jobs/job.ts'
import type { Jobs } from '#server/jobs/jobs.ts'
import type { Clock } from '#server/integrations/clock.ts'
import { deleteForgotten, findHolding, hasUntold, unmarkHeldTold } from './contact-store.ts'
import { inParts } from './in-parts.ts'
import { newestOpen } from './reach-policy.ts'

const atOnce = 1000
const dayMs = 86_400_000

/**
 * Every night, card by card: owners are told of what is held and nobody told them of, once a month at most; what they were told of
 * and nobody looked at for so long goes.
 */
export function tidyContacts({ db, clock, jobs }: { db: Db; clock: Clock; jobs: () => Pick<Jobs, 'enqueue'> }): Job<'contacts.tidy'> {
  return {
    name: 'contacts.tidy',
    every: '33 3 * * *',
    async run() {
      const now = clock.now()
      let trouble: unknown = null
      // A card that cannot be tidied keeps none behind it from it; the job comes again.
      for (let id = await findHolding(db, null); id !== null; id = await findHolding(db, id))
        await tidyCard(id, now).catch((error: unknown) => (trouble ??= error))
      if (trouble !== null) throw trouble
    },
  }

  async function tidyCard(subjectId: string, now: Date) {
    const card = await openCardById({ db, clock }, subjectId)
    if (!card) return
    // What its owner cannot open waits for a plan that opens it: they are told anew then, and have all the days again.
    if (newestOpen(card) !== null) return inParts(() => db.transaction((tx) => unmarkHeldTold(tx, subjectId, atOnce)))
    if (await hasUntold(db, subjectId, daysBefore(now, 1))) await tell(subjectId, now)
    const before = daysBefore(now, keeping.heldContactDays)
    await inParts(() => db.transaction((tx) => deleteForgotten(tx, subjectId, before, atOnce)))
  }

  async function tell(subjectId: string, now: Date) {
    await db.transaction(async (tx) => {
      const isFirst = await consume(tx, 'held-told', `${subjectId} ${now.toISOString().slice(0, 7)}`, new Date(now.getTime() + 40 * dayMs))
      const day = now.toISOString().slice(0, 10)
      if (isFirst) await jobs().enqueue(tx, 'contacts.mail-held', { subjectId, isFlood: false, day }, { key: subjectId })
    })
  }
}

const daysBefore = (now: Date, days: number) => new Date(now.getTime() - days * dayMs)
