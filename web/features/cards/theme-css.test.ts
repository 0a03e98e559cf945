import { layouts } from '#common/layouts.ts'
import { expect, test } from 'vitest'
import { aCard } from '../../../tests/samples/a-card.ts'
import { themeCss } from './theme-css.ts'

test('THEME-1 writes colors as variables that no owner’s input can escape', () => {
  const { css } = themeCss(aCard({ eCardTextColor: '</style><script>', eCardBackgroundColor: '}body{display:none' }))
  expect(css).toMatch(/^:root\{[\w\-:#.%;]+\}(@container \(width<[\d.]+em\)\{\.email \.row-value\{[\w\-:.%;]+\}\})?$/)
})

test('only a layout with a seal loads one, by the card’s address', () => {
  expect(themeCss(aCard({ eCardTheme: 'ledger', alias: 'Maren' })).css).toContain('--card-seal:url("/api/public/client-seal/Maren")')
  for (const { theme } of layouts.filter((layout) => !('hasSeal' in layout)))
    expect(themeCss(aCard({ eCardTheme: theme })).css).not.toContain('url(')
})

test('narrows an email address only if it would not fit', () => {
  expect(themeCss(aCard({ emailAddress: 'a@b.example' })).css).not.toContain('font-stretch')
  const long = themeCss(aCard({ emailAddress: 'maximiliana.wollstonecraft@featherstone.example' })).css
  expect(long).toMatch(/@container \(width<2\d\.\dem\)\{\.email \.row-value\{--email-em:[\d.]+;font-stretch:75%\}\}$/)
})
