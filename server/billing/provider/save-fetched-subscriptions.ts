import type { Changes, PublishChange } from '#server/database/changes/changes.ts'
import type { Db } from '#server/database/database.ts'
import type { AsOf, Billing, ProviderSubscription } from '#server/integrations/billing.ts'
import { isSame, snapshotOf, type Snapshot } from '../subscriptions/snapshot.ts'
import { lockPayers, listSnapshots } from './provider-store.ts'
import { saveSubscriptions, type SaveSubscriptionsDeps } from '../subscriptions/save-subscriptions.ts'

type Read = AsOf<ProviderSubscription>
type Deps = SaveSubscriptionsDeps & { changes: Changes; billing: Billing }

/** Saves a subscription just fetched for a card; false if it belongs to another card or to none. */
export async function saveCardSubscription(deps: Deps, subjectId: string, read: Read): Promise<boolean> {
  const { provider } = deps.billing
  if (!provider) return false
  return deps.changes.write(async (tx, notify) => {
    const [payer] = await lockPayers(tx, provider.name, [read.value.customerId])
    if (payer?.subjectId !== subjectId) return false
    await saveFetchedSubscriptions(tx, notify, deps, provider.name, { reads: [read] })
    return true
  })
}

/** The result for one fetched subscription: unchanged, of no card here, or not accepted because newer data is known. */
export type ComparedSubscription = {
  id: string
  subjectId: string | null
  before: Snapshot | null
  after: Snapshot | null
  isAccepted: boolean
  endedAt: Date | null
}

type Row = Awaited<ReturnType<typeof listSnapshots>>[number]
/** True if the fetched version is newer than the known one. Unknown subscriptions are always saved. */
type Accept = (known: Row, read: Read) => boolean

/** Saves fetched subscriptions. By default a fetched version wins over an event of the same second. */
export async function saveFetchedSubscriptions(
  tx: Db,
  notify: PublishChange,
  deps: SaveSubscriptionsDeps,
  provider: string,
  { reads, accept = (known, { at }) => known.reportedAt <= at }: { reads: readonly Read[]; accept?: Accept },
): Promise<ComparedSubscription[]> {
  const payers = await lockPayers(tx, provider, [...new Set(reads.map(({ value }) => value.customerId))])
  const subjectByCustomer = new Map(payers.map(({ customerId, subjectId }) => [customerId, subjectId]))
  const rows = new Map((await listSnapshots(tx, [...subjectByCustomer.values()])).map((row) => [`${row.subjectId} ${row.id}`, row]))
  const known = new Map<string, Snapshot>(rows)
  const changed: Snapshot[] = []
  const compared = reads.map((read): ComparedSubscription => {
    const { value, at } = read
    const { id, endedAt } = value
    const subjectId = subjectByCustomer.get(value.customerId) ?? null
    if (subjectId === null) return { id, endedAt, subjectId, before: null, after: null, isAccepted: true }
    const key = `${subjectId} ${id}`
    const before = rows.get(key) ?? null
    const after = snapshotOf(value, before && before.reportedAt > at ? before.reportedAt : at, {
      subjectId,
      provider,
      customerId: value.customerId,
    })
    const isUnchanged = before !== null && isSame(before, after)
    if (before && !isUnchanged && !accept(before, read)) return { id, endedAt, subjectId, before, after: before, isAccepted: false }
    changed.push(after)
    known.set(key, after)
    return { id, endedAt, subjectId, before, after: isUnchanged ? before : after, isAccepted: true }
  })
  await saveSubscriptions(tx, notify, deps, { changed, all: Map.groupBy(known.values(), ({ subjectId }) => subjectId) })
  return compared
}
