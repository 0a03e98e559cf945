import { expect, test } from 'vitest'
import { whyOf } from './plan-display.ts'

test('SUB-2 with manual payments no text asks to update a payment method', () => {
  for (const label of ['dunning', 'unpaid'] as const) {
    expect(whyOf({ label, paidBy: 'person' })).toBe('billing.dueMore')
    expect(whyOf({ label, paidBy: 'provider' })).not.toBe('billing.dueMore')
  }
})
