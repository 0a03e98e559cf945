import { existsSync, globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const page = readFileSync('docs/security.md', 'utf8')
const files = globSync('{contract,server,web,cli,scripts,lab,tests}/**/*.test.{ts,tsx}', { exclude: ['web/build/**'] })
const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> }

/** Rows of tables, without their heads. */
const lines = page.split('\n')
const rows = lines.filter((line, at) => line.startsWith('|') && !isRule(line) && !isRule(lines[at + 1] ?? ''))

function isRule(line: string): boolean {
  return /^\|[-| ]+\|$/.test(line)
}

/** A test, a case that was found and stays, or a command that throws more than the suite has time for. */
const isShown = (row: string) =>
  namedIn(row).some(isThere) ||
  [...row.matchAll(/`((?:tests|lab)\/[\w/-]+\.json)`/g)].some(([, path = '']) => existsSync(path)) ||
  [...row.matchAll(/`npm run (\w+)/g)].some(([, name = '']) => name in scripts)

const namedIn = (text: string) => [...text.matchAll(/([\w./-]+\.test\.tsx?)\b/g)].map(([, name = '']) => name)
const isThere = (name: string) => files.some((file) => file === name || file.endsWith(`/${name}`))

test('SEC every promise of the page about security is shown by something that runs, and is there', () => {
  expect(rows.length).toBeGreaterThan(60)
  expect(rows.filter((row) => !isShown(row))).toEqual([])
  expect(namedIn(page).filter((name) => !isThere(name))).toEqual([])
})
