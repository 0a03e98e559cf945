import { expect, test } from 'vitest'
import { aCard } from '../../../tests/samples/a-card.ts'
import { themeCss } from './theme-css.ts'

test('THEME-1 colours travel as variables and nothing an owner types can leave them', () => {
  const { css } = themeCss(aCard({ eCardTextColor: '</style><script>', eCardBackgroundColor: '}body{display:none' }))
  expect(css).toMatch(/^:root\{[\w\-:#.%;]+\}$/)
})

test('a long e-mail is set narrower, a short one is not', () => {
  expect(themeCss(aCard({ emailAddress: 'a@b.example' })).css).toContain('--email-stretch:100%')
  expect(themeCss(aCard({ emailAddress: 'maximiliana.wollstonecraft@featherstone.example' })).css).toContain('--email-stretch:75%')
})
