import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { listTestFiles } from '../boundaries/code-folders.ts'

const read = (file: string) => readFileSync(file, 'utf8')
const documented = [...read('docs/behaviors.md').matchAll(/^- \*\*(.+?)\*\* /gm)].map(([, id = '']) => id)

/** The first argument of `test`, `describe` and `test.each(…)`, where it's written as a string. */
const titlePattern = /(?:\b(?:test|describe)(?:\.\w+)*|[\])])\(\s*(?:'((?:\\.|[^'\\\n])*)'|`((?:\\.|[^`\\])*)`)/g
const idPattern = /\b(?!UTF-|SHA-|RFC-|ISO-)[A-Z]{2,}-(?:\d+|ERR)\b/g

const tested = new Set(
  listTestFiles()
    .flatMap((file) => [...read(file).matchAll(titlePattern)])
    .flatMap(([, quoted, template]) => (quoted ?? template ?? '').match(idPattern) ?? []),
)

test('every behavior in docs/behaviors.md has a test that names its id', () => {
  expect(documented.length).toBeGreaterThan(100)
  expect(documented.filter((id) => !tested.has(id))).toEqual([])
})

test('every id in a test title is in docs/behaviors.md', () => {
  expect([...tested].filter((id) => !documented.includes(id))).toEqual([])
})

test('no id appears twice in docs/behaviors.md', () => {
  expect(documented.filter((id, at) => documented.indexOf(id) !== at)).toEqual([])
})
