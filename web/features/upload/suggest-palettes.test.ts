import fc from '../../../tests/samples/fast-check.ts'
import { describe, expect, test } from 'vitest'
import { contrast, parseColor, type Color } from '../../ui/color.ts'
import { suggestPalettes } from './suggest-palettes.ts'

const read = (hex: string): Color => {
  const [red = 0, green = 0, blue = 0] = parseColor(hex) ?? []
  return [red, green, blue]
}
const between = (one: string, other: string) => contrast(read(one), read(other))
const hexes = fc.array(fc.stringMatching(/^#[0-9a-f]{6}$/), { minLength: 1, maxLength: 6 })

describe('THEME palettes from a picture', () => {
  test('have enough contrast for any colors', () => {
    fc.assert(
      fc.property(hexes, (colors) => {
        const all = suggestPalettes(colors)
        expect(all.length).toBeGreaterThanOrEqual(2)
        for (const { colors: palette } of all) {
          expect(between(palette.eCardTextColor, palette.eCardBackgroundColor)).toBeGreaterThanOrEqual(4.5)
          expect(between(palette.eCardTextColor, palette.eCardIconBackground)).toBeGreaterThanOrEqual(4.5)
          expect(between(palette.eCardContactColor, palette.eCardContactBackground)).toBeGreaterThanOrEqual(4.5)
          expect(between(palette.eCardIconColor, palette.eCardIconBackground)).toBeGreaterThanOrEqual(3)
          expect(between(palette.eCardHeaderIconColor, palette.eCardBackgroundColor)).toBeGreaterThanOrEqual(3)
          expect(between(palette.eCardContactBackground, palette.eCardBackgroundColor)).toBeGreaterThanOrEqual(3)
        }
      }),
      { numRuns: 300 },
    )
  })

  test('use the logo’s color if it has enough contrast', () => {
    const [light] = suggestPalettes(['#1f533f', '#f5f5f5'])
    expect(light?.colors.eCardContactBackground).toBe('#1f533f')
    expect(light?.colors.eCardContactColor).toBe('#ffffff')
  })

  test('prefer a color to a gray, and a second color adds a third palette', () => {
    expect(suggestPalettes(['#808080', '#b03020']).map(({ name }) => name)).toEqual(['light', 'deep'])
    expect(suggestPalettes(['#808080', '#b03020'])[0]?.colors.eCardContactBackground).toBe('#b03020')
    expect(suggestPalettes(['#b03020', '#1040a0']).map(({ name }) => name)).toEqual(['light', 'deep', 'second'])
    expect(suggestPalettes(['#b03020', '#c04030'])).toHaveLength(2)
  })

  test('there are none without a color', () => {
    expect(suggestPalettes([])).toEqual([])
    expect(suggestPalettes(['nonsense'])).toEqual([])
  })
})
