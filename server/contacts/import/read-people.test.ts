import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { readPeople } from './read-people.ts'

const read = (text: string) => Array.fromAsync(readPeople(Buffer.from(text), new Set()))

test('a file of blank lines leaves the server time for other work', async () => {
  const blocks = 40
  let turns = 0
  let isOver = false
  const others = (async () => {
    for (; !isOver; turns++) await setImmediate()
  })()
  await expect(read(`Name${'\n'.repeat(blocks * 65_536)}`)).rejects.toMatchObject({ problem: { issues: [{ path: 'file.empty' }] } })
  isOver = true
  await others
  expect(turns).toBeGreaterThanOrEqual(blocks)
})

test('a line that is too long is reported once, and the next lines are read', async () => {
  expect(await read(`Name,Email\n${'x'.repeat(250_000)}\nAda,ada@a.example\n`)).toMatchObject([
    { line: 2, issue: 'quotes' },
    { line: 3, fields: { name: 'Ada' } },
  ])
})
