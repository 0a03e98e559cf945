import { expect, test } from 'vitest'
import { note, readLog } from './log-book.ts'

test('SET-1 the log keeps the last hundred notes, and none is without end', () => {
  for (let count = 1; count <= 120; count++) note(`note ${count}`)
  note('x'.repeat(10_000))
  const messages = readLog().map(({ message }) => message)
  expect([messages.length, messages[0], messages.at(-2)]).toEqual([100, 'note 22', 'note 120'])
  expect(messages.at(-1)).toHaveLength(500)
  expect(readLog().every(({ received }) => received <= Date.now())).toBe(true)
})
