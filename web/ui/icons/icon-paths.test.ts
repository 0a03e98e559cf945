import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { brandMarks } from './icon-names.ts'
import { iconPaths } from './icon-paths.ts'
import { readIcons } from './read-icon.ts'

const { icons, marks } = readIcons()
const sheet = readFileSync(new URL('marks.svg', import.meta.url), 'utf8')

test('the generated icons are up to date with the packages and the list of names', () => {
  expect(iconPaths).toEqual(icons)
  for (const name of brandMarks) expect(sheet).toContain(`<symbol id="${name}" viewBox="0 0 24 24"><path d="${marks[name]}"/></symbol>`)
})

test('an icon is a single path', () => {
  for (const path of Object.values({ ...icons, ...marks })) expect(path).toMatch(/^M[\dMmLlHhVvCcSsQqTtAaZz\s.,-]+$/)
})
