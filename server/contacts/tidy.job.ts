import { keeping } from '#contract/keeping.ts'
import type { Db } from '#server/db/database.ts'
import { spend } from '#server/db/spend.ts'
import type { Job } from '#server/jobs/job.ts'
import type { Jobs } from '#server/jobs/jobs.ts'
import type { Clock } from '#server/outside/clock.ts'
import { deleteContact, listHeldBefore, listUntold } from './contact-store.ts'

const atOnce = 1000
const dayMs = 86_400_000

/**
 * Every night: owners are told of what is held and nobody told them of, once a month at most; what they were told of and nobody
 * looked at for so long goes.
 */
export function tidyContacts({ db, clock, jobs }: { db: Db; clock: Clock; jobs: () => Pick<Jobs, 'enqueue'> }): Job<'contacts.tidy'> {
  return {
    name: 'contacts.tidy',
    every: '33 3 * * *',
    async run() {
      const now = clock.now()
      await tellAll(now)
      const before = new Date(now.getTime() - keeping.heldContactDays * dayMs)
      for (;;) {
        const old = await listHeldBefore(db, before, atOnce)
        if (old.length === 0) return
        for (const contact of old) await db.transaction((tx) => deleteContact(tx, contact))
      }
    },
  }

  /** Some can be told of nothing and stay in the list: the next are looked for behind them. */
  async function tellAll(now: Date) {
    for (let last: string | null = null; ;) {
      const some = await listUntold(db, new Date(now.getTime() - dayMs), atOnce, last)
      for (const subjectId of some) await tell(subjectId, now)
      if (some.length < atOnce) return
      last = some.at(-1) ?? null
    }
  }

  async function tell(subjectId: string, now: Date) {
    await db.transaction(async (tx) => {
      const isFirst = await spend(tx, 'held-told', `${subjectId} ${now.toISOString().slice(0, 7)}`, new Date(now.getTime() + 40 * dayMs))
      const day = now.toISOString().slice(0, 10)
      if (isFirst) await jobs().enqueue(tx, 'contacts.mail-held', { subjectId, isFlood: false, day }, { key: subjectId })
    })
  }
}
