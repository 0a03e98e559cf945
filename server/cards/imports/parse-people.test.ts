import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { checkFound, linksReadMax } from './found.ts'
import { parsePage } from './parse-page.ts'
import { parsePeople } from './parse-people.ts'

const anchors = Array.from({ length: 20_000 }, (_, at) => `<a href="https://example.com/${at}">x</a>`).join('')

test('reads only the first few hundred links of a page', () => {
  const found = parsePage(`<title>Ada</title>${anchors}`, null)
  expect(found.links).toHaveLength(linksReadMax)
  const { links, leftOut } = checkFound(found)
  expect([links.length, leftOut]).toEqual([40, [{ what: String(linksReadMax - 40), reason: 'too-many' }]])
})

test('of a page with thousands of descriptions some are read', () => {
  const metas = '<meta name="x" content="y">'.repeat(20_000)
  const found = parsePage(`<title>Ada</title>${metas}<meta name="description" content="never">`, null)
  expect(found.fields).toEqual({ fullName: 'Ada' })
})

test('a table with hundreds of columns leaves the server time for other work', async () => {
  const row = (cell: string) => Array.from({ length: 400 }, () => cell).join(',')
  const read = await parsePeople(`${row('Phone')}\n${`${row('')}\n`.repeat(200)}`)
  if ('failure' in read) throw new Error(read.failure)
  let turns = 0
  let isOver = false
  const others = (async () => {
    for (; !isOver; turns++) await setImmediate()
  })()
  const people = await Array.fromAsync(read.people).finally(() => (isOver = true))
  await others
  for (const { found } of people) expect(found.fields).toEqual({})
  expect(turns).toBeGreaterThan(5)
})
