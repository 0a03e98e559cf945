import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { drawWords, fitWords, widthOfWords } from './draw-words.ts'

const at = { x: 0, y: 0, size: 40, fill: '#000' }

describe('words in pictures', () => {
  test.each(['Maren Holloway', 'Ștefan Ăîâț', 'Élise Çœur', 'O’Hara & Sons'])('%s needs no font', (text) => {
    expect(drawWords(text, at)).not.toContain('<text')
  })

  test('a script the face does not have is left to the machine, and stays text', () => {
    expect(drawWords('شيماء <b>', at)).toContain('شيماء &lt;b&gt;</text>')
  })

  test('whatever is written fits its lines, and a word too long ends in dots', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'abc MW-éș'), maxLength: 200 }), (text) => {
        const { size, lines } = fitWords(text, { width: 500, sizes: [60, 40], linesMax: 2 })
        expect(lines.length).toBeLessThanOrEqual(2)
        for (const line of lines) expect(widthOfWords(line, size)).toBeLessThanOrEqual(500)
      }),
    )
    expect(fitWords('x'.repeat(400), { width: 500, sizes: [60], linesMax: 1 }).lines[0]).toMatch(/…$/)
  })

  test('what fits is left as it is', () => {
    expect(fitWords('Ada Winter', { width: 500, sizes: [60, 40], linesMax: 2 })).toEqual({ size: 60, lines: ['Ada Winter'] })
  })
})
