import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { contrast, parseColour, type Colour } from '../../ui/colour.ts'
import { buildTheme, layoutColours, type Theme, type ThemeColours } from './theme.ts'

const hex = fc.integer({ min: 0, max: 0xffffff }).map((number) => `#${number.toString(16).padStart(6, '0')}`)
const palettes: fc.Arbitrary<ThemeColours> = fc.record({
  eCardBackgroundColor: hex,
  eCardTextColor: hex,
  eCardContactBackground: hex,
  eCardContactColor: hex,
  eCardIconBackground: hex,
  eCardIconColor: hex,
  eCardHeaderIconColor: hex,
})

function read(theme: Theme, name: string): Colour {
  const colour = parseColour(theme.vars[`--card-${name}`])
  if (!colour) throw new Error(`The theme has no colour called ${name}.`)
  return [colour[0], colour[1], colour[2]]
}

describe('buildTheme', () => {
  test('THEME-1 every text reads at 4.5 and every icon at 3, whatever the owner picks', () => {
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
        const theme = buildTheme(palette, layoutColours.porch)
        for (const [text, ground, need] of pairs) {
          expect(contrast(read(theme, text), read(theme, ground)), `${text} on ${ground}`).toBeGreaterThanOrEqual(need)
        }
      }),
      { numRuns: 3000 },
    )
  })

  test('THEME-1 the owner’s three grounds are kept exactly', () => {
    fc.assert(
      fc.property(palettes, (palette) => {
        const { vars } = buildTheme(palette, layoutColours.porch)
        expect(vars['--card-ground']).toBe(palette.eCardBackgroundColor)
        expect(vars['--card-contact']).toBe(palette.eCardContactBackground)
        expect(vars['--card-icon-bg']).toBe(palette.eCardIconBackground)
      }),
    )
  })

  test('THEME-1 the hover colour is the contact background darkened by 30, 30 and 40, never below black', () => {
    const hoverOf = (eCardContactBackground: string) =>
      buildTheme({ eCardContactBackground }, layoutColours.porch).vars['--card-contact-hover']
    expect(hoverOf('#1f533f')).toBe('#013517')
    expect(hoverOf('#0a0a0a')).toBe('#000000')
  })

  test('a palette that reads is not touched and brings no notes', () => {
    for (const colours of Object.values(layoutColours)) expect(buildTheme(colours, layoutColours.porch).notes).toEqual([])
  })

  test('white on white is mended and the owner is told which colour moved', () => {
    const { notes } = buildTheme({ eCardBackgroundColor: '#fff', eCardTextColor: '#ffffff' }, layoutColours.porch)
    expect(notes).toContainEqual(expect.objectContaining({ field: 'eCardTextColor', from: '#ffffff', was: 1 }))
  })

  test('an empty or broken colour is the layout’s own', () => {
    const { vars } = buildTheme({ eCardBackgroundColor: '', eCardTextColor: 'red;}body{display:none' }, layoutColours.salon)
    expect(vars['--card-ground']).toBe('#121416')
    expect(vars['--card-text']).toBe('#f3eee4')
  })

  test('a see-through colour is laid over the ground', () => {
    const { vars } = buildTheme({ eCardBackgroundColor: '#ffffff', eCardContactBackground: '#00000080' }, layoutColours.porch)
    expect(vars['--card-contact']).toBe('#7f7f7f')
  })

  test('a contact bar that melts into the ground gets a ring', () => {
    const ring = (eCardContactBackground: string) =>
      buildTheme({ eCardBackgroundColor: '#ffffff', eCardContactBackground }, layoutColours.porch).vars['--card-contact-ring']
    expect(ring('#fefefe')).toMatch(/^#/)
    expect(ring('#1f533f')).toBe('transparent')
  })
})
