import fc from '../../../tests/samples/fast-check.ts'
import { describe, expect, test } from 'vitest'
import type { ProviderInvoice, ProviderSubscription } from '#server/integrations/billing.ts'
import { foldEvents, snapshotOf, type Snapshot, type ParsedEvent } from './fold-events.ts'
import { mergeInvoice } from '../provider/merge-invoice.ts'
import { projectSubscription } from '../subscriptions/project-subscription.ts'
import type { InvoiceRow } from '../tables.ts'

const owner = { subjectId: '01890a5d-ac96-774b-bcce-b302099a8057', provider: 'other', customerId: 'cus_1' }
const at = (second: number) => new Date(Date.UTC(2036, 0, 1) + second * 1000)
const statuses = ['trialing', 'active', 'past_due', 'unpaid', 'paused', 'canceled', 'incomplete', 'incomplete_expired'] as const

const aProviderSubscription = (id: string, status: string, second: number): ProviderSubscription => ({
  id,
  customerId: 'cus_1',
  subjectId: null,
  status,
  planCode: 'PRO',
  beganAt: at(0),
  trialEndsAt: null,
  periodStartsAt: at(second),
  periodEndsAt: at(second + 100),
  cancelAt: null,
  endedAt: null,
  card: null,
})
const anEvent = (eventId: string, second: number, of: Partial<ParsedEvent['data']>, kind = 'subscription.changed'): ParsedEvent => ({
  eventId,
  kind,
  at: at(second),
  data: { subscription: null, subscriptionId: null, invoice: null, checkout: null, ...of },
})

const anInvoice = (state: 'open' | 'paid', until: number): ProviderInvoice => ({
  id: 'in_1',
  customerId: 'cus_1',
  subscriptionId: 'sub_1',
  number: '1',
  state,
  planCode: 'PRO',
  amount: 1500,
  refunded: 0,
  currency: 'USD',
  issuedAt: at(0),
  from: at(until - 100),
  until: at(until),
  url: '',
})

/** Seconds in which subscriptions changed; some share a second. */
const lives = fc.array(
  fc.record({
    id: fc.constantFrom('sub_1', 'sub_2', 'sub_3'),
    status: fc.constantFrom(...statuses),
    after: fc.integer({ min: 0, max: 3 }),
  }),
  { minLength: 1, maxLength: 20 },
)

describe('SUB-3 a provider with complete events', () => {
  test('any order and repetition ends with the newest; ties within a second are fetched', () => {
    fc.assert(
      fc.property(lives, fc.infiniteStream(fc.nat()), (life, order) => {
        let second = 0
        const truth = new Map<string, Snapshot>()
        const events = life.map(({ id, status, after }, index) => {
          second += after
          const subscription = aProviderSubscription(id, status, index)
          truth.set(id, snapshotOf(subscription, at(second), owner))
          return anEvent(`evt_${index}`, second, { subscription, subscriptionId: id })
        })
        const storm = [...events, ...events.filter(() => order.next().value % 2 === 0)]
          .map((event) => ({ event, weight: order.next().value }))
          .toSorted((a, b) => a.weight - b.weight)

        const known = new Map<string, Snapshot>()
        const requested = new Set<string>()
        for (const { event } of storm)
          for (const fate of foldEvents([event], known, owner).values()) if ('read' in fate) fate.read.forEach((id) => requested.add(id))
        for (const id of requested)
          known.set(id, truth.get(id) ?? known.get(id) ?? snapshotOf(aProviderSubscription(id, 'active', 0), at(0), owner))
        const rowOf = (of: Map<string, Snapshot>) =>
          projectSubscription({ snapshots: [...of.values()], before: null, now: new Date(), dunningDays: 14 })
        expect(new Map([...known].toSorted())).toEqual(new Map([...truth].toSorted()))
        expect(rowOf(known)).toEqual(rowOf(truth))
      }),
      { numRuns: 500 },
    )
  })

  test.each([
    ['a payment card that came', 'payment_method.attached', {}, { read: ['sub_1', 'sub_2'], refunds: false }],
    ['a subscription that is only named', 'subscription.changed', { subscriptionId: 'sub_9' }, { read: ['sub_9'], refunds: false }],
    ['a refund', 'charge.refunded', {}, { read: [], refunds: true }],
    ['a page that ran out', 'checkout.session.expired', { checkout: { id: 'cs_1', state: 'expired' } }, { outcome: 'applied' }],
    [
      'a page that was paid at',
      'checkout.session.completed',
      { checkout: { id: 'cs_1', state: 'complete' }, subscriptionId: 'sub_9' },
      { read: ['sub_9'], refunds: false },
    ],
    ['the month we know of, paid', 'invoice.paid', { invoice: anInvoice('paid', 100) }, { outcome: 'applied' }],
    ['an open invoice for the next month', 'invoice.finalized', { invoice: anInvoice('open', 200) }, { outcome: 'applied' }],
    ['the next month, paid', 'invoice.paid', { invoice: anInvoice('paid', 200) }, { read: ['sub_1'], refunds: false }],
    ['the next month, refused', 'invoice.payment_failed', { invoice: anInvoice('open', 200) }, { read: ['sub_1'], refunds: false }],
    ['an unknown event', 'moon.risen', {}, { outcome: 'nothing-to-do' }],
  ] as const)('%s', (_, kind, data, fate) => {
    const known = new Map([
      ['sub_1', snapshotOf(aProviderSubscription('sub_1', 'active', 0), at(0), owner)],
      ['sub_2', { ...snapshotOf(aProviderSubscription('sub_2', 'canceled', 0), at(0), owner), endedAt: at(5) }],
    ])
    expect(foldEvents([anEvent('evt', 9, data, kind)], known, owner).get('evt')).toEqual(fate)
  })
})

type Invoice = Pick<InvoiceRow, 'state' | 'amount' | 'refunded' | 'reportedAt'>
const invoice = fc.record({
  state: fc.constantFrom('open' as const, 'uncollectible' as const, 'void' as const, 'paid' as const),
  amount: fc.constantFrom(1500, 1900),
  refunded: fc.constantFrom(0, 0, 400, 1500),
  reportedAt: fc.integer({ min: 0, max: 9 }).map(at),
}) satisfies fc.Arbitrary<Invoice>

test('SUB-3 invoice events in any order and repetition end the same', () => {
  const rest = {
    ...owner,
    id: 'in_1',
    number: '1',
    planCode: 'PRO' as const,
    currency: 'USD',
    issuedAt: at(0),
    periodStartsAt: null,
    periodEndsAt: null,
    url: '',
    customer: null,
  }
  const merged = (data: readonly Invoice[]) =>
    data.map((one): InvoiceRow => ({ ...rest, ...one })).reduce<InvoiceRow | undefined>(mergeInvoice, undefined)
  fc.assert(
    fc.property(fc.array(invoice, { minLength: 1, maxLength: 8 }), fc.infiniteStream(fc.nat()), (data, order) => {
      const storm = [...data, ...data.filter(() => order.next().value % 2 === 0)]
        .map((one) => ({ one, weight: order.next().value }))
        .toSorted((a, b) => a.weight - b.weight)
        .map(({ one }) => one)
      expect(merged(storm)).toEqual(merged(data))
    }),
    { numRuns: 500 },
  )
})
