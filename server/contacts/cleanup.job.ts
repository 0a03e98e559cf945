import { retention } from '#contract/accounts/retention.ts'
import type { PlanReader } from '#server/billing/orders/read-plan.ts'
import { openCardById } from '#server/cards/owned/read-own-card.ts'
import { consume } from '#server/database/consume.ts'
import type { Job } from '#server/jobs/job.ts'
import type { Jobs } from '#server/jobs/jobs.ts'
import {
  clearQuarantineNotified,
  deleteExpiredQuarantine,
  findNextCardWithQuarantine,
  hasUnnotifiedQuarantine,
  inBatches,
} from './contact-store.ts'
import { deleteImport, findExpiredImport, hideExpiredImport } from './import/contact-import-store.ts'
import { contactLimit } from './contact-limit.ts'

const batchSize = 1000
const dayMs = 86_400_000

/**
 * Every night, card by card: notifies owners of quarantined contacts they don't know of, at most once a month, and deletes those they
 * were notified of and haven't opened for `quarantinedContactDays`. Removes imports that can't be undone anymore, and old previews.
 */
export function cleanUpContacts({ db, clock, settings, jobs }: PlanReader & { jobs: Pick<Jobs, 'enqueue'> }): Job<'contacts.cleanup'> {
  return {
    name: 'contacts.cleanup',
    every: '33 3 * * *',
    async run() {
      const now = clock.now()
      let firstError: unknown = null
      await removeExpiredImports(now).catch((error: unknown) => (firstError ??= error))
      // A card that fails doesn't block those after it; the job is retried.
      for (let id = await findNextCardWithQuarantine(db, null); id !== null; id = await findNextCardWithQuarantine(db, id))
        await cleanUpCard(id, now).catch((error: unknown) => (firstError ??= error))
      if (firstError !== null) throw firstError
    },
  }

  async function cleanUpCard(subjectId: string, now: Date) {
    const card = await openCardById({ db, clock, settings }, subjectId)
    if (!card) return
    // While the plan hides contacts, nothing is deleted. After an upgrade the owner is notified again, and the period starts over.
    if (contactLimit(card) !== null) return inBatches(() => db.transaction((tx) => clearQuarantineNotified(tx, subjectId, batchSize)))
    if (await hasUnnotifiedQuarantine(db, subjectId, daysBefore(now, 1))) await notifyOwners(subjectId, now)
    const before = daysBefore(now, retention.quarantinedContactDays)
    await inBatches(() => db.transaction((tx) => deleteExpiredQuarantine(tx, subjectId, before, batchSize)))
  }

  async function removeExpiredImports(now: Date) {
    const dates = { previews: daysBefore(now, retention.importPreviewDays), imports: daysBefore(now, retention.importDays) }
    for (let key = await findExpiredImport(db, dates); key; key = await findExpiredImport(db, dates))
      if (await hideExpiredImport(db, key, dates)) await deleteImport(db, key)
  }

  async function notifyOwners(subjectId: string, now: Date) {
    await db.transaction(async (tx) => {
      const isFirst = await consume(
        tx,
        'quarantine-notified',
        `${subjectId} ${now.toISOString().slice(0, 7)}`,
        new Date(now.getTime() + 40 * dayMs),
      )
      const day = now.toISOString().slice(0, 10)
      if (isFirst) await jobs.enqueue(tx, 'contacts.mail-quarantine', { subjectId, isSpamBurst: false, day }, { key: subjectId })
    })
  }
}

const daysBefore = (now: Date, days: number) => new Date(now.getTime() - days * dayMs)
