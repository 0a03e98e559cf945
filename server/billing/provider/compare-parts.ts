import type { AsOf, BillingProvider } from '#server/integrations/billing.ts'
import type { ProviderDeps } from '../subscriptions/save-subscriptions.ts'
import type { Snapshot } from '../subscriptions/snapshot.ts'
import { saveFetchedSubscriptions, type ComparedSubscription } from './save-fetched-subscriptions.ts'
import { countLive } from '../subscriptions/project-subscription.ts'
import { listSnapshots, listUnlisted, markListed } from './provider-store.ts'
import { saveProviderInvoices } from '../invoices/save-invoices.ts'

/** The result of one page: how many items were checked, and the differences, described without personal data. */
export type Finding = { checked: number; found: string[] }

const pageSize = 100
const inFlightMs = 60_000

/** Compares every subscription of the provider and saves the ones that differ. */
export async function* compareSubscriptions(deps: ProviderDeps, provider: BillingProvider, begunAt: Date): AsyncGenerator<Finding> {
  let after: string | undefined
  do {
    const { value, at } = await provider.listSubscriptions(after)
    const compared = await deps.changes.write(async (tx, notify) => {
      const reads = value.subscriptions.map((subscription) => ({ value: subscription, at }))
      const written = await saveFetchedSubscriptions(tx, notify, deps, provider.name, { reads, accept: isOlderThanList })
      const ids = written.map(({ id }) => id)
      await markListed(tx, provider.name, [...ids, ...value.unreadable], begunAt)
      return written
    })
    const cards = [...new Set(compared.flatMap(({ subjectId }) => subjectId ?? []))]
    const duplicates = [...Map.groupBy(await listSnapshots(deps.db, cards), ({ subjectId }) => subjectId)].flatMap(
      ([subjectId, subscriptions]) =>
        // Reported once, on the page that contains the newest of them.
        countLive(subscriptions) > 1 && compared.some(({ id }) => id === newestOf(subscriptions))
          ? [`Card ${subjectId}: has more than one active subscription.`]
          : [],
    )
    const unreadable = value.unreadable.map((id) => `Subscription ${id}: could not be read.`)
    yield { checked: value.subscriptions.length, found: [...compared.flatMap(differenceOf), ...duplicates, ...unreadable] }
    after = value.next ?? undefined
  } while (after !== undefined)
}

/** Events that arrived during the list request are newer than the list. */
const isOlderThanList = (known: Snapshot, { at }: AsOf<unknown>) => known.reportedAt.getTime() < at.getTime() - inFlightMs

function differenceOf({ id, subjectId, before, after, endedAt }: ComparedSubscription): string[] {
  // Ended subscriptions of deleted cards stay in the provider’s list.
  if (subjectId === null) return endedAt ? [] : [`Subscription ${id}: its customer belongs to no card here.`]
  if (!after || before === after) return []
  if (!before) return [`Subscription ${id}: ${after.status} at the provider, missing here.`]
  const fields = (['status', 'planCode', 'trialEndsAt', 'periodEndsAt', 'cancelAt', 'endedAt'] as const).filter(
    (field) => format(before[field]) !== format(after[field]),
  )
  if (fields.length === 0) return [`Subscription ${id}: payment method changed.`]
  return [`Subscription ${id}: ${fields.map((field) => `${field} ${format(before[field])}, now ${format(after[field])}`).join('; ')}.`]
}

const format = (value: Date | string | null) => (value instanceof Date ? value.toISOString() : (value ?? 'none'))
const newestOf = (subscriptions: readonly Snapshot[]) => subscriptions.toSorted((a, b) => b.beganAt.getTime() - a.beganAt.getTime())[0]?.id

/** Known subscriptions missing from the provider’s list. Reported only: with the key of another account, ending them would end all. */
export async function* findMissing({ db }: ProviderDeps, provider: BillingProvider, begunAt: Date): AsyncGenerator<Finding> {
  let after = ''
  for (;;) {
    const page = await listUnlisted(db, provider.name, begunAt, after, pageSize)
    const last = page.at(-1)
    if (!last) return
    yield { checked: 0, found: page.map(({ id }) => `Subscription ${id}: known here, missing at the provider.`) }
    after = last.id
  }
}

/** Compares invoices back to `since`; null: all of them. Older ones no longer change. */
export async function* compareInvoices(deps: ProviderDeps, provider: BillingProvider, since: Date | null): AsyncGenerator<Finding> {
  let after: string | undefined
  do {
    const { value, at } = await provider.listInvoices(after)
    const changed = await deps.changes.write((tx, notify) =>
      saveProviderInvoices(tx, notify, provider.name, { invoices: value.invoices, at }),
    )
    const found = changed.map(({ id, state, refunded }) => `Invoice ${id}: ${state}${refunded > 0 ? ', refunded in full or in part' : ''}.`)
    const unreadable = value.unreadable.map((id) => `Invoice ${id}: could not be read.`)
    yield { checked: value.invoices.length, found: [...found, ...unreadable] }
    const oldest = value.invoices.at(-1)?.issuedAt
    after = since && oldest && oldest < since ? undefined : (value.next ?? undefined)
  } while (after !== undefined)
}
