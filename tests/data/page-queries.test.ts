import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { pageQueries } from '#contract/pages.ts'

/** Parameters of addresses on other sites. */
const foreign: ReadonlySet<string> = new Set(['phone'])
const reading = /(?:searchParams|URLSearchParams\([^()]*\)|\b(?:params|query|search))\.(?:get|getAll|has)\('(\w+)'\)/g

test('every query parameter that a page reads reaches it', () => {
  const files = globSync('web/{routes,features,platform}/**/*.{ts,tsx}').filter((file) => !file.includes('.test.'))
  const read = files.flatMap((file) => [...readFileSync(file, 'utf8').matchAll(reading)].map(([, name = '']) => ({ file, name })))
  expect(read.length).toBeGreaterThan(20)
  expect(read.filter(({ name }) => !pageQueries.has(name) && !foreign.has(name))).toEqual([])
})
