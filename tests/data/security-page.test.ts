import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { listTestFiles } from '../boundaries/code-folders.ts'

const page = readFileSync('docs/security.md', 'utf8')
const files = listTestFiles()
const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> }

/** Rows of tables, without headings. */
const lines = page.split('\n')
const rows = lines.filter((line, at) => line.startsWith('|') && !isRule(line) && !isRule(lines[at + 1] ?? ''))

function isRule(line: string): boolean {
  return /^\|[-| ]+\|$/.test(line)
}

/** A test, a regression case, or a command that runs longer than the suite. */
const hasProof = (row: string) =>
  namedIn(row).some(isThere) ||
  [...row.matchAll(/`((?:tests|lab)\/[\w/-]+\.json)`/g)].some(([, path = '']) => existsSync(path)) ||
  [...row.matchAll(/`npm run (\w+)/g)].some(([, name = '']) => name in scripts)

const namedIn = (text: string) => [...text.matchAll(/([\w./-]+\.test\.tsx?)\b/g)].map(([, name = '']) => name)
const isThere = (name: string) => files.some((file) => file === name || file.endsWith(`/${name}`))

test('SEC every promise in docs/security.md names a test that exists', () => {
  expect(rows.length).toBeGreaterThan(60)
  expect(rows.filter((row) => !hasProof(row))).toEqual([])
  expect(namedIn(page).filter((name) => !isThere(name))).toEqual([])
})
