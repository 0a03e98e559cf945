import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { ProviderInvoice, ProviderSubscription } from '#server/integrations/billing.ts'
import { foldEvents, snapshotOf, type Snapshot, type ToldEvent } from './fold-events.ts'
import { mergeInvoice } from '../provider/merge-invoice.ts'
import { projectSubscription } from '../subscriptions/project-subscription.ts'
import type { InvoiceRow } from '../tables.ts'

const whose = { subjectId: '01890a5d-ac96-774b-bcce-b302099a8057', provider: 'other', customerId: 'cus_1' }
const at = (second: number) => new Date(Date.UTC(2036, 0, 1) + second * 1000)
const statuses = ['trialing', 'active', 'past_due', 'unpaid', 'paused', 'canceled', 'incomplete', 'incomplete_expired'] as const

const aTold = (id: string, status: string, second: number): ProviderSubscription => ({
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
const anEvent = (eventId: string, second: number, of: Partial<ToldEvent['told']>, kind = 'subscription.changed'): ToldEvent => ({
  eventId,
  kind,
  at: at(second),
  told: { subscription: null, subscriptionId: null, invoice: null, checkout: null, ...of },
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

/** Seconds of a few subscriptions, in which they changed; some in the same second. */
const lives = fc.array(
  fc.record({
    id: fc.constantFrom('sub_1', 'sub_2', 'sub_3'),
    status: fc.constantFrom(...statuses),
    after: fc.integer({ min: 0, max: 3 }),
  }),
  { minLength: 1, maxLength: 20 },
)

describe('SUB-3 a provider whose events tell everything', () => {
  test('in any order, with any repeated: the newest told, and what cannot be told apart is asked', () => {
    fc.assert(
      fc.property(lives, fc.infiniteStream(fc.nat()), (life, order) => {
        let second = 0
        const truth = new Map<string, Snapshot>()
        const events = life.map(({ id, status, after }, index) => {
          second += after
          const subscription = aTold(id, status, index)
          truth.set(id, snapshotOf(subscription, at(second), whose))
          return anEvent(`evt_${index}`, second, { subscription, subscriptionId: id })
        })
        const storm = [...events, ...events.filter(() => order.next().value % 2 === 0)]
          .map((event) => ({ event, weight: order.next().value }))
          .toSorted((a, b) => a.weight - b.weight)

        const known = new Map<string, Snapshot>()
        const wished = new Set<string>()
        for (const { event } of storm)
          for (const fate of foldEvents([event], known, whose).values()) if ('read' in fate) fate.read.forEach((id) => wished.add(id))
        for (const id of wished) known.set(id, truth.get(id) ?? known.get(id) ?? snapshotOf(aTold(id, 'active', 0), at(0), whose))
        const rowOf = (of: Map<string, Snapshot>) => projectSubscription({ snapshots: [...of.values()], before: null, dunningDays: 14 })
        expect(new Map([...known].toSorted())).toEqual(new Map([...truth].toSorted()))
        expect(rowOf(known)).toEqual(rowOf(truth))
      }),
      { numRuns: 500 },
    )
  })

  test.each([
    ['a payment card that came', 'payment_method.attached', {}, { read: ['sub_1', 'sub_2'], refunds: false }],
    ['a subscription that is only named', 'subscription.changed', { subscriptionId: 'sub_9' }, { read: ['sub_9'], refunds: false }],
    ['money given back', 'charge.refunded', {}, { read: [], refunds: true }],
    ['a page that ran out', 'checkout.session.expired', { checkout: { id: 'cs_1', state: 'expired' } }, { outcome: 'applied' }],
    [
      'a page that was paid at',
      'checkout.session.completed',
      { checkout: { id: 'cs_1', state: 'complete' }, subscriptionId: 'sub_9' },
      { read: ['sub_9'], refunds: false },
    ],
    ['the month we know of, paid', 'invoice.paid', { invoice: anInvoice('paid', 100) }, { outcome: 'applied' }],
    ['the next month, asked for', 'invoice.finalized', { invoice: anInvoice('open', 200) }, { outcome: 'applied' }],
    ['the next month, paid', 'invoice.paid', { invoice: anInvoice('paid', 200) }, { read: ['sub_1'], refunds: false }],
    ['the next month, refused', 'invoice.payment_failed', { invoice: anInvoice('open', 200) }, { read: ['sub_1'], refunds: false }],
    ['something nobody knows', 'moon.risen', {}, { outcome: 'nothing-to-do' }],
  ] as const)('%s', (_, kind, told, fate) => {
    const known = new Map([
      ['sub_1', snapshotOf(aTold('sub_1', 'active', 0), at(0), whose)],
      ['sub_2', { ...snapshotOf(aTold('sub_2', 'canceled', 0), at(0), whose), endedAt: at(5) }],
    ])
    expect(foldEvents([anEvent('evt', 9, told, kind)], known, whose).get('evt')).toEqual(fate)
  })
})

type Invoice = Pick<InvoiceRow, 'state' | 'amount' | 'refunded' | 'toldAt'>
const invoice = fc.record({
  state: fc.constantFrom('open' as const, 'uncollectible' as const, 'void' as const, 'paid' as const),
  amount: fc.constantFrom(1500, 1900),
  refunded: fc.constantFrom(0, 0, 400, 1500),
  toldAt: fc.integer({ min: 0, max: 9 }).map(at),
}) satisfies fc.Arbitrary<Invoice>

test('SUB-3 an invoice told in any order, with any repeated, ends the same', () => {
  const rest = {
    ...whose,
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
  const merged = (told: readonly Invoice[]) =>
    told.map((one): InvoiceRow => ({ ...rest, ...one })).reduce<InvoiceRow | undefined>(mergeInvoice, undefined)
  fc.assert(
    fc.property(fc.array(invoice, { minLength: 1, maxLength: 8 }), fc.infiniteStream(fc.nat()), (told, order) => {
      const storm = [...told, ...told.filter(() => order.next().value % 2 === 0)]
        .map((one) => ({ one, weight: order.next().value }))
        .toSorted((a, b) => a.weight - b.weight)
        .map(({ one }) => one)
      expect(merged(storm)).toEqual(merged(told))
    }),
    { numRuns: 500 },
  )
})
