import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { readPeople } from './read-people.ts'

const read = (text: string) => Array.fromAsync(readPeople(Buffer.from(text), new Set(), new Date('2036-06-15T15:00:00Z')))

/** How often other work got its turn. */
async function turnsDuring(work: () => Promise<void>): Promise<number> {
  let turns = 0
  let isOver = false
  const others = (async () => {
    for (; !isOver; turns++) await setImmediate()
  })()
  try {
    await work()
  } finally {
    isOver = true
  }
  await others
  return turns
}

test('a file of blank lines leaves the server time for other work', async () => {
  const blocks = 40
  const reading = () =>
    expect(read(`Name${'\n'.repeat(blocks * 65_536)}`)).rejects.toMatchObject({ problem: { issues: [{ path: 'file', code: 'empty' }] } })
  expect(await turnsDuring(reading)).toBeGreaterThanOrEqual(blocks)
})

test.each([
  ['one contact of a hundred thousand lines', `BEGIN:VCARD\nFN:Ada\n${'X:y\n'.repeat(100_000)}END:VCARD\n`],
  ['a property of a hundred thousand lines', `BEGIN:VCARD\nFN:Ada\nNOTE:x\n${' y\n'.repeat(100_000)}END:VCARD\n`],
  ['a hundred thousand blank lines in a contact', `BEGIN:VCARD\nFN:Ada\n${'\n'.repeat(100_000)}END:VCARD\n`],
])('a vCard with %s leaves the server time for other work', async (_, file) => {
  let people: unknown
  expect(await turnsDuring(async () => void (people = await read(file)))).toBeGreaterThan(20)
  expect(people).toMatchObject([{ line: 1, fields: { name: 'Ada' } }])
})

test('a line that is too long is reported once, and the next lines are read', async () => {
  expect(await read(`Name,Email\n${'x'.repeat(250_000)}\nAda,ada@a.example\n`)).toMatchObject([
    { line: 2, issue: 'quotes' },
    { line: 3, fields: { name: 'Ada' } },
  ])
})
