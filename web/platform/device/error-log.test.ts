import { expect, test } from 'vitest'
import { logEvent, readPageLog } from './error-log.ts'

test('SET-1 the log has the last hundred events, each at most 500 characters', () => {
  for (let count = 1; count <= 120; count++) logEvent(`note ${count}`)
  logEvent('x'.repeat(10_000))
  const messages = readPageLog().map(({ message }) => message)
  expect([messages.length, messages[0], messages.at(-2)]).toEqual([100, 'note 22', 'note 120'])
  expect(messages.at(-1)).toHaveLength(500)
  expect(readPageLog().every(({ received }) => received <= Date.now())).toBe(true)
})
