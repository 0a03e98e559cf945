import { aliasRestsDays } from '#contract/accounts/keeping.ts'
import { eraseAccount, eraseMembership } from '#server/accounts/erase-account.ts'
import { holdAccount, listMemberships, readAccount } from '#server/accounts/read-account.ts'
import { removeRested, eraseCard } from '#server/cards/owned/remove-card.ts'
import { eraseDrafter } from '#server/cards/editor/discard-draft.ts'
import type { Changes } from '#server/database/changes/changes.ts'
import type { Db } from '#server/database/database.ts'
import type { Holds } from '#server/database/holds.ts'
import { unlessBackedUp } from '#server/database/unless-backed-up.ts'
import { removeMails } from '#server/integrations/mail/remove-mails.ts'
import { forgetJobs } from '#server/jobs/forget-jobs.ts'
import type { Job } from '#server/jobs/job.ts'
import type { Jobs } from '#server/jobs/jobs.ts'
import type { Clock } from '#server/integrations/clock.ts'
import type { Storage } from '#server/integrations/storage.ts'
import type { Settings } from '#server/settings.ts'
import { beginErasing, findLeaving, forgetCardInActs, forgetPersonInActs, listDue, noteErased } from './leaving-store.ts'

type Needs = {
  db: Db
  holds: Holds
  clock: Clock
  changes: Changes
  storage: Storage
  jobs: () => Jobs
  settings: Pick<Settings, 'dataDir'>
}

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
      // Page by page: accounts that cannot be erased now do not block those after them.
      for (let after: string | null = null; ;) {
        const due: string[] = await listDue(db, clock.now(), after)
        for (const accountId of due) await eraseOne(needs, accountId).catch((trouble) => troubles.push(trouble))
        after = due.at(-1) ?? null
        if (after === null) break
      }
      await removeRested(db, clock.now())
      // One that does not go keeps nobody else from going.
      if (troubles.length > 0) throw new AggregateError(troubles, 'somebody is not gone yet')
    },
  }
}

async function eraseOne({ db, holds, clock, changes, storage, jobs, settings }: Needs, accountId: string): Promise<void> {
  const now = clock.now()
  if (!(await beginErasing(db, accountId, now))) return
  const restsUntil = new Date(now.getTime() + aliasRestsDays * dayMs)
  for (const { subjectId } of await listMemberships(db, accountId)) {
    await changes.write(async (tx, tell) => {
      const mine = { accountId, subjectId }
      if (await eraseMembership(tx, mine)) return eraseDrafter(tx, mine)
      await noteErased(tx, accountId, subjectId)
      await forgetCardInActs(tx, subjectId)
      await eraseCard(tx, tell, subjectId, restsUntil)
    })
  }
  const cards = (await findLeaving(db, accountId))?.erased ?? []
  for (const subjectId of cards) await unlessBackedUp(holds, () => storage.remove(`${subjectId}/`))
  const leaver = await readAccount(db, accountId)
  if (leaver) await removeMails(settings.dataDir, { to: leaver.email })
  // Last: with the account goes the row that says what is left to do.
  await changes.write(async (tx) => {
    const held = await holdAccount(tx, accountId)
    // A card that was made meanwhile goes with the next run.
    if (!held || held.cardCount > 0) return
    const { email } = held
    await eraseAccount(tx, accountId)
    await forgetPersonInActs(tx, { accountId, email })
    await forgetJobs(tx, [accountId, ...cards, email])
    await jobs().enqueue(tx, 'desk.tidy', {}, { key: 'left' })
  })
}
