import type { Changes, PublishChange } from '#server/database/changes/changes.ts'
import type { Db } from '#server/database/database.ts'
import type { Jobs } from '#server/jobs/jobs.ts'
import type { Billing } from '#server/integrations/billing.ts'
import type { Clock } from '#server/integrations/clock.ts'
import type { Log } from '#server/integrations/log.ts'
import type { Settings } from '#server/settings.ts'
import { completePayingOrders } from '../orders/close-orders.ts'
import { countLive, projectSubscription, type ProjectedSubscription } from './project-subscription.ts'
import type { Snapshot } from './snapshot.ts'
import { upsertSubscriptions, upsertSnapshots } from '../provider/provider-store.ts'
import { listSubscriptions, removeSubscription } from './subscription-store.ts'
import type { Subscription } from '../tables.ts'

export type SaveSubscriptionsDeps = { clock: Clock; log: Log; jobs: Pick<Jobs, 'enqueue'>; settings: Pick<Settings, 'dunningDays'> }
/** To fetch from the provider as well. */
export type ProviderDeps = SaveSubscriptionsDeps & { db: Db; changes: Changes; billing: Billing }

type SubscriptionChanges = { changed: readonly Snapshot[]; all: ReadonlyMap<string, readonly Snapshot[]> }

/** Saves changed snapshots and the plans derived from `all`, which is by card. The caller has locked the cards. */
export async function saveSubscriptions(
  tx: Db,
  notify: PublishChange,
  deps: SaveSubscriptionsDeps,
  { changed, all }: SubscriptionChanges,
): Promise<void> {
  const subjectIds = [...new Set(changed.map(({ subjectId }) => subjectId))].toSorted()
  const rows = new Map((await listSubscriptions(tx, subjectIds)).map((row) => [row.subjectId, row]))
  await upsertSnapshots(tx, changed.toSorted(byKey))
  for (const subjectId of await completePayingOrders(tx, changed)) notify(`card:${subjectId}`)
  const now = deps.clock.now()
  const next: ProjectedSubscription[] = []
  for (const subjectId of subjectIds) {
    const before = rows.get(subjectId) ?? null
    const snapshots = all.get(subjectId) ?? []
    const after = projectSubscription({ snapshots, before, now, dunningDays: deps.settings.dunningDays })
    if (countLive(snapshots) > 1) deps.log.warn('duplicate-subscriptions', { subjectId })
    if (fingerprint(before) === fingerprint(after)) continue
    notify(`card:${subjectId}`)
    if (after) next.push(after)
    else await removeSubscription(tx, subjectId)
    if (after?.state === 'dunning' && after.dunningUntil?.getTime() !== before?.dunningUntil?.getTime())
      await deps.jobs.enqueue(tx, 'billing.mail-payment-failed', { subjectId }, { key: subjectId })
  }
  await upsertSubscriptions(
    tx,
    next.map((row) => ({ ...row, updatedAt: now })),
  )
}

/** The content of a row, without its timestamps. */
function fingerprint(row: Subscription | ProjectedSubscription | null): string {
  if (!row) return ''
  const { subjectId, planCode, state, trialEndsAt, paidUntil, dunningUntil, cancelAt, hasCardOnFile, isCardExpired, card } = row
  const billingFields = [row.provider, row.customerId, row.subscriptionId, card && [card.brand, card.last4, card.expires]]
  return JSON.stringify([
    subjectId,
    planCode,
    state,
    trialEndsAt,
    paidUntil,
    dunningUntil,
    cancelAt,
    hasCardOnFile,
    isCardExpired,
    billingFields,
  ])
}

const byKey = (a: Snapshot, b: Snapshot) => (a.subjectId + a.id < b.subjectId + b.id ? -1 : 1)
