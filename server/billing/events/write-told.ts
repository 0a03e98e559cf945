import type { Tell } from '#server/database/changes/changes.ts'
import type { Db } from '#server/database/database.ts'
import type { Jobs } from '#server/jobs/jobs.ts'
import type { Clock } from '#server/integrations/clock.ts'
import type { Log } from '#server/integrations/log.ts'
import type { Settings } from '#server/settings.ts'
import type { Snapshot } from './fold-events.ts'
import { endPaying } from '../orders/order-ends.ts'
import { countLive, projectSubscription, type Projected } from '../subscriptions/project-subscription.ts'
import { putRows, putSnapshots } from '../provider/provider-store.ts'
import { listSubscriptions, removeSubscription } from '../subscriptions/subscription-store.ts'
import type { Subscription } from '../tables.ts'

export type TellingNeeds = { clock: Clock; log: Log; jobs: () => Pick<Jobs, 'enqueue'>; settings: Pick<Settings, 'dunningDays'> }

type News = { changed: readonly Snapshot[]; all: ReadonlyMap<string, readonly Snapshot[]> }

/** Writes what is new of some cards' subscriptions, and what follows from all of each; `all` is by card. The cards are held. */
export async function writeTold(tx: Db, tell: Tell, needs: TellingNeeds, { changed, all }: News): Promise<void> {
  const subjectIds = [...new Set(changed.map(({ subjectId }) => subjectId))].toSorted()
  const rows = new Map((await listSubscriptions(tx, subjectIds)).map((row) => [row.subjectId, row]))
  await putSnapshots(tx, changed.toSorted(byKey))
  for (const subjectId of await endPaying(tx, changed)) tell(`card:${subjectId}`)
  const now = needs.clock.now()
  const next: Projected[] = []
  for (const subjectId of subjectIds) {
    const before = rows.get(subjectId) ?? null
    const snapshots = all.get(subjectId) ?? []
    const after = projectSubscription({ snapshots, before, dunningDays: needs.settings.dunningDays })
    if (countLive(snapshots) > 1) needs.log.warn('two-subscriptions', { subjectId })
    if (wordsOf(before) === wordsOf(after)) continue
    tell(`card:${subjectId}`)
    if (after) next.push(after)
    else await removeSubscription(tx, subjectId)
    if (after?.state === 'dunning' && after.dunningUntil?.getTime() !== before?.dunningUntil?.getTime())
      await needs.jobs().enqueue(tx, 'billing.mail-payment-failed', { subjectId }, { key: subjectId })
  }
  await putRows(
    tx,
    next.map((row) => ({ ...row, updatedAt: now })),
  )
}

/** All that matters of a row; when it was told does not. */
function wordsOf(row: Subscription | Projected | null): string {
  if (!row) return ''
  const { subjectId, planCode, state, trialEndsAt, paidUntil, dunningUntil, cancelAt, hasCardOnFile, isCardExpired, card } = row
  const whose = [row.provider, row.customerId, row.subscriptionId, card && [card.brand, card.last4, card.expires]]
  return JSON.stringify([subjectId, planCode, state, trialEndsAt, paidUntil, dunningUntil, cancelAt, hasCardOnFile, isCardExpired, whose])
}

const byKey = (a: Snapshot, b: Snapshot) => (a.subjectId + a.id < b.subjectId + b.id ? -1 : 1)
