import { expect, test } from 'vitest'
import { linePaths, markPaths } from './icon-paths.ts'
import { readIcons } from './read-icon.ts'

test('the drawn table is what the packages and the list of names give', () => {
  expect({ lines: linePaths, marks: markPaths }).toEqual(readIcons())
})

test('an icon is one path and nothing else', () => {
  for (const path of Object.values({ ...linePaths, ...markPaths })) expect(path).toMatch(/^M[\dMmLlHhVvCcSsQqTtAaZz\s.,-]+$/)
})
