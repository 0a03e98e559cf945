import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const root = new URL('../../', import.meta.url)
const table = readFileSync(new URL('docs/degradation.md', root), 'utf8')
const rows = table
  .split('\n')
  .filter((line) => line.startsWith('| '))
  .map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  )
const [head = [], ...things] = rows

test('each thing that can be away stands there once, with what works and how it heals', () => {
  expect(head).toHaveLength(6)
  expect(things.length).toBeGreaterThan(30)
  expect(new Set(things.map(([name]) => name)).size).toBe(things.length)
  for (const cells of things)
    expect(
      cells.filter((cell) => cell !== ''),
      cells[0],
    ).toHaveLength(6)
})

test.each(things.map((cells) => ({ away: cells[0], shown: cells[5] ?? '' })))('$away: its test is there', ({ shown }) => {
  const [, file = '', title = ''] = /^(\S+\.test\.tsx?): (.+)$/.exec(shown) ?? []
  expect(existsSync(new URL(file, root)), file).toBe(true)
  // As it is written where the test begins; a title that was changed is looked for in vain.
  const titles = [...readFileSync(new URL(file, root), 'utf8').matchAll(/\btest(?:\.each[\s\S]*?\))?\(\s*'([^'\n]+)'/g)].map(
    ([, said]) => said,
  )
  expect(titles).toContain(title)
})
