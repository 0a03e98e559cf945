import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const root = new URL('../../', import.meta.url)
const rows = [...readFileSync(new URL('docs/logs.md', root), 'utf8').matchAll(/^\| `([\w-]+)` \| ([\w, ]+) \| (.+) \| (.+) \|$/gm)]
const documented = rows.map(([, event = '', level = '']) => ({ event, levels: level.split(', ') }))

/** Log calls in the source: `log.warn('event'`, or with a level chosen at run time. */
const logged = globSync('server/**/*.ts', { cwd: root.pathname })
  .filter((file) => !file.endsWith('.test.ts'))
  .flatMap((file) => [...readFileSync(new URL(file, root), 'utf8').matchAll(/\blog(?:\??\.(warn|error)|\[[^\n]*?\])\(\s*'([\w-]+)'/g)])
  .map(([, level, event = '']) => ({ event, level }))

test('every warning and error of the log is documented with what to do next', () => {
  expect(logged.length).toBeGreaterThan(30)
  const isThere = (one: (typeof logged)[number]) =>
    documented.some(({ event, levels }) => event === one.event && (!one.level || levels.includes(one.level)))
  expect(logged.filter((one) => !isThere(one))).toEqual([])
})

test('every documented event exists', () => {
  const events = new Set(logged.map(({ event }) => event))
  expect(documented.filter(({ event }) => !events.has(event))).toEqual([])
  expect(new Set(documented.map(({ event }) => event)).size).toBe(documented.length)
})
