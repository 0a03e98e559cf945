import type { AsOf, BillingProvider } from '#server/integrations/billing.ts'
import type { ApplyNeeds } from '../events/apply-events.ts'
import type { Snapshot } from '../events/fold-events.ts'
import { writeReads, type Compared } from '../ledger/note-subscription.ts'
import { countLive } from '../subscriptions/project-subscription.ts'
import { listSnapshots, listUnlisted, markListed } from './provider-store.ts'
import { writeInvoicesTold } from '../invoices/write-invoices.ts'

/** What one page brought: how many were looked at, and each difference in words without anybody’s name. */
export type Finding = { looked: number; found: string[] }

const pageSize = 100
const onItsWayMs = 60_000

/** Every subscription the provider has: what differs is written as it is told now. */
export async function* compareSubscriptions(needs: ApplyNeeds, provider: BillingProvider, begunAt: Date): AsyncGenerator<Finding> {
  let after: string | undefined
  do {
    const { it, at } = await provider.listSubscriptions(after)
    const compared = await needs.changes.write(async (tx, tell) => {
      const reads = it.subscriptions.map((subscription) => ({ it: subscription, at }))
      const written = await writeReads(tx, tell, needs, provider.name, { reads, believe: isLongKnown })
      const ids = written.map(({ id }) => id)
      await markListed(tx, provider.name, ids, begunAt)
      return written
    })
    const cards = [...new Set(compared.flatMap(({ subjectId }) => subjectId ?? []))]
    const twice = [...Map.groupBy(await listSnapshots(needs.db, cards), ({ subjectId }) => subjectId)].flatMap(([subjectId, ofCard]) =>
      // The page that has the newest of them tells of it.
      countLive(ofCard) > 1 && compared.some(({ id }) => id === newestOf(ofCard))
        ? [`Card ${subjectId}: two subscriptions are charged.`]
        : [],
    )
    yield { looked: it.subscriptions.length, found: [...compared.flatMap(differenceOf), ...twice] }
    after = it.next ?? undefined
  } while (after !== undefined)
}

/** What was told while the list was on its way is newer than the list. */
const isLongKnown = (known: Snapshot, { at }: AsOf<unknown>) => known.toldAt.getTime() < at.getTime() - onItsWayMs

function differenceOf({ id, subjectId, before, after, endedAt }: Compared): string[] {
  // Those of cards that are gone stay in its list, ended.
  if (subjectId === null) return endedAt ? [] : [`Subscription ${id}: its customer pays for no card here.`]
  if (!after || before === after) return []
  if (!before) return [`Subscription ${id}: ${after.status} there, and not known here.`]
  const fields = (['status', 'planCode', 'trialEndsAt', 'periodEndsAt', 'cancelAt', 'endedAt'] as const).filter(
    (field) => plain(before[field]) !== plain(after[field]),
  )
  if (fields.length === 0) return [`Subscription ${id}: another payment card.`]
  return [`Subscription ${id}: ${fields.map((field) => `${field} ${plain(before[field])}, now ${plain(after[field])}`).join('; ')}.`]
}

const plain = (value: Date | string | null) => (value instanceof Date ? value.toISOString() : (value ?? 'none'))
const newestOf = (ofCard: readonly Snapshot[]) => ofCard.toSorted((a, b) => b.beganAt.getTime() - a.beganAt.getTime())[0]?.id

/** Those known here that its list did not have. They are told and left: another key of another account would end them all. */
export async function* findMissing({ db }: ApplyNeeds, provider: BillingProvider, begunAt: Date): AsyncGenerator<Finding> {
  let after = ''
  for (;;) {
    const page = await listUnlisted(db, provider.name, begunAt, after, pageSize)
    const last = page.at(-1)
    if (!last) return
    yield { looked: 0, found: page.map(({ id }) => `Subscription ${id}: known here, and the provider has it no more.`) }
    after = last.id
  }
}

/** As far back as `since`; null: all of them. Nothing happens any more to one that is older. */
export async function* compareInvoices(needs: ApplyNeeds, provider: BillingProvider, since: Date | null): AsyncGenerator<Finding> {
  let after: string | undefined
  do {
    const { it, at } = await provider.listInvoices(after)
    const changed = await needs.changes.write((tx, tell) => writeInvoicesTold(tx, tell, provider.name, { told: it.invoices, at }))
    const found = changed.map(({ id, state, refunded }) => `Invoice ${id}: ${state}${refunded > 0 ? ', given back in part or whole' : ''}.`)
    yield { looked: it.invoices.length, found }
    const oldest = it.invoices.at(-1)?.issuedAt
    after = since && oldest && oldest < since ? undefined : (it.next ?? undefined)
  } while (after !== undefined)
}
