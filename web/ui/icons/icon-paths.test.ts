import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { accountPaths } from './account-icon-paths.ts'
import { brandMarks } from './icon-names.ts'
import { linePaths } from './icon-paths.ts'
import { laterPaths } from './later-icon-paths.ts'
import { ownerPaths } from './owner-icon-paths.ts'
import { readIcons } from './read-icon.ts'

const { lines, later, owner, account, marks } = readIcons()
const sheet = readFileSync(new URL('marks.svg', import.meta.url), 'utf8')

test('the drawn table and the sheet of marks are what the packages and the list of names give', () => {
  expect(linePaths).toEqual(lines)
  expect(laterPaths).toEqual(later)
  expect(ownerPaths).toEqual(owner)
  expect(accountPaths).toEqual(account)
  for (const name of brandMarks) expect(sheet).toContain(`<symbol id="${name}" viewBox="0 0 24 24"><path d="${marks[name]}"/></symbol>`)
})

test('an icon is one path and nothing else', () => {
  for (const path of Object.values({ ...lines, ...later, ...owner, ...account, ...marks }))
    expect(path).toMatch(/^M[\dMmLlHhVvCcSsQqTtAaZz\s.,-]+$/)
})
