import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const root = new URL('../../', import.meta.url)
const rows = [...readFileSync(new URL('docs/logs.md', root), 'utf8').matchAll(/^\| `([\w-]+)` \| ([\w, ]+) \| (.+) \| (.+) \|$/gm)]
const documented = rows.map(([, event = '', level = '']) => ({ event, levels: level.split(', ') }))

/** Where something is logged, as it is written: `log.warn('event'`, or a level chosen on the spot. */
const told = globSync('server/**/*.ts', { cwd: root.pathname })
  .filter((file) => !file.endsWith('.test.ts'))
  .flatMap((file) => [...readFileSync(new URL(file, root), 'utf8').matchAll(/\blog(?:\??\.(warn|error)|\[[^\n]*?\])\(\s*'([\w-]+)'/g)])
  .map(([, level, event = '']) => ({ event, level }))

test('every warning and error of the log is written about, and says what to do next', () => {
  expect(told.length).toBeGreaterThan(30)
  const isThere = (one: (typeof told)[number]) =>
    documented.some(({ event, levels }) => event === one.event && (!one.level || levels.includes(one.level)))
  expect(told.filter((one) => !isThere(one))).toEqual([])
})

test('nothing is written about that the log does not say', () => {
  const events = new Set(told.map(({ event }) => event))
  expect(documented.filter(({ event }) => !events.has(event))).toEqual([])
  expect(new Set(documented.map(({ event }) => event)).size).toBe(documented.length)
})
