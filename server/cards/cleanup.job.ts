import { retention } from '#contract/accounts/retention.ts'
import type { Db } from '#server/database/database.ts'
import type { Job } from '#server/jobs/job.ts'
import type { Clock } from '#server/integrations/clock.ts'
import { removeOldClaims } from './claims/claim-store.ts'

const dayMs = 86_400_000

/** Every night: removes expired claim codes and old attempts. */
export function cleanUpCards({ db, clock }: { db: Db; clock: Clock }): Job<'cards.cleanup'> {
  return {
    name: 'cards.cleanup',
    every: '37 3 * * *',
    async run() {
      const now = clock.now().getTime()
      await removeOldClaims(db, new Date(now - retention.usedCodeDays * dayMs), new Date(now - dayMs))
    },
  }
}
