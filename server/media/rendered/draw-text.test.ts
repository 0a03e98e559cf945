import fc from '../../../tests/samples/fast-check.ts'
import { describe, expect, test } from 'vitest'
import { drawText, fitText, textWidth } from './draw-text.ts'

const at = { x: 0, y: 0, size: 40, fill: '#000' }

describe('text in images', () => {
  test.each(['Maren Holloway', 'Ștefan Ăîâț', 'Élise Çœur', 'O’Hara & Sons'])('%s needs no font', (text) => {
    expect(drawText(text, at)).not.toContain('<text')
  })

  test('a script without glyphs stays text', () => {
    expect(drawText('شيماء <b>', at)).toContain('شيماء &lt;b&gt;</text>')
  })

  test('any text fits its lines, and an overlong word ends in an ellipsis', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'abc MW-éș'), maxLength: 200 }), (text) => {
        const { size, lines } = fitText(text, { width: 500, sizes: [60, 40], linesMax: 2 })
        expect(lines.length).toBeLessThanOrEqual(2)
        for (const line of lines) expect(textWidth(line, size)).toBeLessThanOrEqual(500)
      }),
    )
    expect(fitText('x'.repeat(400), { width: 500, sizes: [60], linesMax: 1 }).lines[0]).toMatch(/…$/)
  })

  test('text that fits is unchanged', () => {
    expect(fitText('Ada Winter', { width: 500, sizes: [60, 40], linesMax: 2 })).toEqual({ size: 60, lines: ['Ada Winter'] })
  })
})
