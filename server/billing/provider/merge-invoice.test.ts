import fc from '../../../tests/samples/fast-check.ts'
import { expect, test } from 'vitest'
import type { InvoiceRow } from '../tables.ts'
import { mergeInvoice } from './merge-invoice.ts'

const at = (second: number) => new Date(Date.UTC(2036, 0, 1) + second * 1000)

type Invoice = Pick<InvoiceRow, 'state' | 'amount' | 'refunded' | 'reportedAt'>
const invoice = fc.record({
  state: fc.constantFrom('open' as const, 'uncollectible' as const, 'void' as const, 'paid' as const),
  amount: fc.constantFrom(1500, 1900),
  refunded: fc.constantFrom(0, 0, 400, 1500),
  reportedAt: fc.integer({ min: 0, max: 9 }).map(at),
}) satisfies fc.Arbitrary<Invoice>

test('SUB-3 invoice events in any order and repetition end the same', () => {
  const rest = {
    subjectId: '01890a5d-ac96-774b-bcce-b302099a8057',
    provider: 'stripe',
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
