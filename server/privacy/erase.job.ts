import { aliasRestsDays } from '#contract/keeping.ts'
import { eraseAccount, eraseMembership } from '#server/accounts/erase-account.ts'
import { listMemberships } from '#server/accounts/list-memberships.ts'
import { removeRested } from '#server/cards/check-alias-rest.ts'
import { eraseCard } from '#server/cards/erase-card.ts'
import type { Changes } from '#server/db/changes.ts'
import type { Db } from '#server/db/database.ts'
import { forgetJobs } from '#server/jobs/forget-jobs.ts'
import type { Job } from '#server/jobs/job.ts'
import type { Clock } from '#server/outside/clock.ts'
import type { Storage } from '#server/outside/storage.ts'
import { beginErasing, findLeaving, forgetInActs, listDue, noteErased } from './leaving-store.ts'

type Needs = { db: Db; clock: Clock; changes: Changes; storage: Storage }

const dayMs = 86_400_000

/**
 * Every hour: whose days of grace are over goes. Each step is a transaction that says how far it came, so a stop anywhere is
 * taken up by the next run, and a second run finds nothing left to do.
 */
export function eraseAccounts(needs: Needs): Job<'privacy.erase'> {
  return {
    name: 'privacy.erase',
    every: '29 * * * *',
    async run() {
      const { db, clock } = needs
      const troubles: unknown[] = []
      for (const accountId of await listDue(db, clock.now())) await eraseOne(needs, accountId).catch((trouble) => troubles.push(trouble))
      await removeRested(db, clock.now())
      // One that does not go keeps nobody else from going.
      if (troubles.length > 0) throw new AggregateError(troubles, 'somebody is not gone yet')
    },
  }
}

async function eraseOne({ db, clock, changes, storage }: Needs, accountId: string): Promise<void> {
  const now = clock.now()
  if (!(await beginErasing(db, accountId, now))) return
  const restsUntil = new Date(now.getTime() + aliasRestsDays * dayMs)
  for (const { subjectId, isShared } of await listMemberships(db, accountId)) {
    await changes.write(async (tx, tell) => {
      if (isShared) return eraseMembership(tx, { accountId, subjectId })
      await noteErased(tx, accountId, subjectId)
      await eraseCard(tx, tell, subjectId, restsUntil)
    })
  }
  const cards = (await findLeaving(db, accountId))?.erased ?? []
  for (const subjectId of cards) await storage.remove(`${subjectId}/`)
  // Last: with the account goes the row that says what is left to do.
  await changes.write(async (tx) => {
    const gone = await eraseAccount(tx, accountId)
    await forgetInActs(tx, { accountId, subjectIds: cards })
    await forgetJobs(tx, [accountId, ...cards, ...(gone ? [gone.email] : [])])
  })
}
