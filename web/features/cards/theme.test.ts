import { layoutFor, layouts, type ThemeColors } from '#common/layouts.ts'
import fc from '../../../tests/samples/fast-check.ts'
import { describe, expect, test } from 'vitest'
import { contrast, parseColor, type Color } from '../../ui/color.ts'
import { buildTheme, type Theme } from './theme.ts'

const [{ colors: defaults }] = layouts
const hex = fc.integer({ min: 0, max: 0xffffff }).map((number) => `#${number.toString(16).padStart(6, '0')}`)
const palettes: fc.Arbitrary<ThemeColors> = fc.record({
  eCardBackgroundColor: hex,
  eCardTextColor: hex,
  eCardContactBackground: hex,
  eCardContactColor: hex,
  eCardIconBackground: hex,
  eCardIconColor: hex,
  eCardHeaderIconColor: hex,
})

function read(theme: Theme, name: string): Color {
  const color = parseColor(theme.vars[`--card-${name}`])
  if (!color) throw new Error(`The theme has no color called ${name}.`)
  return [color[0], color[1], color[2]]
}

describe('buildTheme', () => {
  test('THEME-1 text has a contrast of 4.5 and icons of 3, whatever the owner picks', () => {
    const pairs: [text: string, ground: string, need: number][] = [
      ['text', 'ground', 4.5],
      ['text', 'plate', 4.5],
      ['text-2', 'ground', 4.5],
      ['text-2', 'plate', 4.5],
      ['accent-text', 'ground', 4.5],
      ['accent-text', 'plate', 4.5],
      ['on-contact', 'contact', 4.5],
      ['on-contact-hover', 'contact-hover', 4.5],
      ['icon', 'icon-bg', 3],
      ['icon-label', 'icon-bg', 4.5],
      ['on-icon-bg', 'icon-bg', 4.5],
      ['header-icon', 'header-chip', 3],
      ['header-icon', 'header-soft', 3],
      ['header-text', 'header-chip', 4.5],
    ]
    fc.assert(
      fc.property(palettes, (palette) => {
        const theme = buildTheme(palette, defaults)
        for (const [text, ground, need] of pairs) {
          expect(contrast(read(theme, text), read(theme, ground)), `${text} on ${ground}`).toBeGreaterThanOrEqual(need)
        }
      }),
      { numRuns: 3000 },
    )
  })

  test('THEME-1 keeps the owner’s three background colors exactly', () => {
    fc.assert(
      fc.property(palettes, (palette) => {
        const { vars } = buildTheme(palette, defaults)
        expect(vars['--card-ground']).toBe(palette.eCardBackgroundColor)
        expect(vars['--card-contact']).toBe(palette.eCardContactBackground)
        expect(vars['--card-icon-bg']).toBe(palette.eCardIconBackground)
      }),
    )
  })

  test('THEME-1 the hover color is the contact background darkened by 30, 30, 40', () => {
    const hoverOf = (eCardContactBackground: string) => buildTheme({ eCardContactBackground }, defaults).vars['--card-contact-hover']
    expect(hoverOf('#1f533f')).toBe('#013517')
    expect(hoverOf('#0a0a0a')).toBe('#000000')
  })

  test('leaves a readable palette unchanged, without corrections', () => {
    for (const { colors } of layouts) expect(buildTheme(colors, defaults).notes).toEqual([])
  })

  test('corrects white on white and lists the corrected colors', () => {
    const { notes } = buildTheme({ eCardBackgroundColor: '#fff', eCardTextColor: '#ffffff' }, defaults)
    expect(notes).toContainEqual(expect.objectContaining({ field: 'eCardTextColor', from: '#ffffff', was: 1 }))
  })

  test('uses the layout’s default for an empty or invalid color', () => {
    const { vars } = buildTheme({ eCardBackgroundColor: '', eCardTextColor: 'red;}body{display:none' }, layoutFor('elliman').colors)
    expect(vars['--card-ground']).toBe('#121416')
    expect(vars['--card-text']).toBe('#f3eee4')
  })

  test('blends a transparent color with the background', () => {
    const { vars } = buildTheme({ eCardBackgroundColor: '#ffffff', eCardContactBackground: '#00000080' }, defaults)
    expect(vars['--card-contact']).toBe('#7f7f7f')
  })

  test('outlines a contact bar close to the background color', () => {
    const ring = (eCardContactBackground: string) =>
      buildTheme({ eCardBackgroundColor: '#ffffff', eCardContactBackground }, defaults).vars['--card-contact-ring']
    expect(ring('#fefefe')).toMatch(/^#/)
    expect(ring('#1f533f')).toBe('transparent')
  })
})
