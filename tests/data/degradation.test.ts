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

test('each dependency is listed once, with what works without it and how it recovers', () => {
  expect(head).toHaveLength(6)
  expect(things.length).toBeGreaterThan(30)
  expect(new Set(things.map(([name]) => name)).size).toBe(things.length)
  for (const cells of things)
    expect(
      cells.filter((cell) => cell !== ''),
      cells[0],
    ).toHaveLength(6)
})

test.each(things.map((cells) => ({ dependency: cells[0], testName: cells[5] ?? '' })))('$dependency: its test exists', ({ testName }) => {
  const [, file = '', title = ''] = /^(\S+\.test\.tsx?): (.+)$/.exec(testName) ?? []
  expect(existsSync(new URL(file, root)), file).toBe(true)
  // The title must match the test's exactly.
  const titles = [...readFileSync(new URL(file, root), 'utf8').matchAll(/\btest(?:\.(?:each|skipIf)[\s\S]*?\))?\(\s*'([^'\n]+)'/g)].map(
    ([, label]) => label,
  )
  expect(titles).toContain(title)
})
