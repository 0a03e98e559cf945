import { keeping } from '#contract/accounts/keeping.ts'
import type { Db } from '#server/database/database.ts'
import type { Job } from '#server/jobs/job.ts'
import type { Clock } from '#server/integrations/clock.ts'
import { removeOldClaims } from './claims/claim-store.ts'

const dayMs = 86_400_000

/** Every night: codes that open nothing any more, and who tried one. */
export function tidyCards({ db, clock }: { db: Db; clock: Clock }): Job<'cards.tidy'> {
  return {
    name: 'cards.tidy',
    every: '37 3 * * *',
    async run() {
      const now = clock.now().getTime()
      await removeOldClaims(db, new Date(now - keeping.usedCodeDays * dayMs), new Date(now - dayMs))
    },
  }
}
