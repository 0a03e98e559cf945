import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { reviewClampLines } from '#contract/constants.ts'
import { fitsFrom, widthsPx } from './fits-from.ts'

const sheets = ['../reviews.css', '../reviews-page.css'].map((name) => readFileSync(new URL(name, import.meta.url), 'utf8'))
const css = sheets.join('\n')

test('REV-1 never clips a short text, always a long one, and others in narrow cards', () => {
  expect(fitsFrom('Straight answers, no pressure.')).toBe(240)
  expect(fitsFrom('word '.repeat(50))).toBe(640)
  expect(fitsFrom('word '.repeat(400))).toBeNull()
})

test('REV-1 counts the reviewer’s line breaks', () => {
  expect(fitsFrom('a\nb\nc\nd')).toBe(240)
  expect(fitsFrom('a\nb\nc\nd\ne')).toBeNull()
})

test('wide letters fill a line sooner', () => {
  expect(fitsFrom('家'.repeat(100))).toBeGreaterThan(fitsFrom('a'.repeat(100)) ?? Infinity)
})

test('REV-1 the style sheets have the same line count and widths', () => {
  expect(css).toContain(`--lines: ${reviewClampLines};`)
  expect([...css.matchAll(/@container review \(min-width: (\d+)px\)/g)].map(([, width]) => Number(width))).toEqual(
    widthsPx.filter((width) => width > 240),
  )
  for (const width of widthsPx) expect(css).toContain(`[data-fits='${width}']`)
})
