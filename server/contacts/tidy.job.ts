import { keeping } from '#contract/keeping.ts'
import type { Db } from '#server/db/database.ts'
import type { Job } from '#server/jobs/job.ts'
import type { Clock } from '#server/outside/clock.ts'
import { deleteContact, listHeldBefore } from './contact-store.ts'

const atOnce = 1000
const dayMs = 86_400_000

/** Every night: what was held as a machine's, and nobody looked at for so long. */
export function tidyContacts({ db, clock }: { db: Db; clock: Clock }): Job<'contacts.tidy'> {
  return {
    name: 'contacts.tidy',
    every: '33 3 * * *',
    async run() {
      const before = new Date(clock.now().getTime() - keeping.heldContactDays * dayMs)
      for (;;) {
        const old = await listHeldBefore(db, before, atOnce)
        if (old.length === 0) return
        for (const contact of old) await db.transaction((tx) => deleteContact(tx, contact))
      }
    },
  }
}
