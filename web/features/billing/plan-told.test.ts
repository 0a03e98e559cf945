import { expect, test } from 'vitest'
import { whyOf } from './plan-told.ts'

test('SUB-2 where a person takes the money, nobody is asked to update a payment card', () => {
  for (const label of ['dunning', 'unpaid'] as const) {
    expect(whyOf({ label, paidBy: 'person' })).toBe('billing.dueMore')
    expect(whyOf({ label, paidBy: 'provider' })).not.toBe('billing.dueMore')
  }
})
