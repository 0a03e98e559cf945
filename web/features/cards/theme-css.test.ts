import { expect, test } from 'vitest'
import { aCard } from '../../../tests/samples/a-card.ts'
import { themeCss } from './theme-css.ts'

test('THEME-1 writes colors as variables that no owner’s input can escape', () => {
  const { css } = themeCss(aCard({ eCardTextColor: '</style><script>', eCardBackgroundColor: '}body{display:none' }))
  expect(css).toMatch(/^:root\{[\w\-:#.%;]+\}(@container \(width<[\d.]+em\)\{\.email \.row-value\{[\w\-:.%;]+\}\})?$/)
})

test('narrows an email address only if it would not fit', () => {
  expect(themeCss(aCard({ emailAddress: 'a@b.example' })).css).not.toContain('font-stretch')
  const long = themeCss(aCard({ emailAddress: 'maximiliana.wollstonecraft@featherstone.example' })).css
  expect(long).toMatch(/@container \(width<2\d\.\dem\)\{\.email \.row-value\{--email-em:[\d.]+;font-stretch:75%\}\}$/)
})
