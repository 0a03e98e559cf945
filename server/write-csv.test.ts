import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decodeFile } from './admin/import/decode-file.ts'
import { parseCsv } from './admin/import/parse-csv.ts'
import { asWords, writeCsvLine } from './write-csv.ts'

/** What a spreadsheet passes over before it looks whether a cell is a formula. */
const startsFormula = (cell: string) => /^[\s\p{Cc}\p{Cf}]*[=+\-@＝＋－＠]/u.test(cell)
const sly = fc.string({
  unit: fc.constantFrom(
    '=',
    '+',
    '-',
    '@',
    '＝',
    '＠',
    ' ',
    '\t',
    '\r',
    '\n',
    '\u00a0',
    '\u200b',
    '\ufeff',
    '"',
    ',',
    ';',
    "'",
    'a',
    '|',
    '!',
  ),
})

test.each([
  '=1+1',
  '+1 207',
  '-5',
  '@SUM(A1)',
  ' =1+1',
  '\t=1',
  '\r=1',
  '\n=1',
  '\u00a0=1',
  '\u200b=1',
  '\ufeff@x',
  '＝1',
  '\0=1',
  '\tx',
  '\nx',
])('%j is kept as words', (typed) => {
  expect(asWords(typed)).toBe(`'${typed}`)
})

test.each(['', 'Ada', "O'Hara", 'a=b', '(207) 555-0142', '12', 'x\n=y', '"=1"'])('%j stays as it is', (typed) => {
  expect(asWords(typed)).toBe(typed)
})

test('another reader finds as many cells as were written, each with its words, and none that is a formula', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(sly, { minLength: 1, maxLength: 5 }), async (cells) => {
      async function* bytes() {
        yield Buffer.from(`${'h,'.repeat(cells.length - 1)}h\r\n${writeCsvLine(cells)}`)
      }
      const read: string[][] = []
      for await (const record of parseCsv(decodeFile(bytes(), 'utf-8'))) read.push(record.cells)
      const last = cells.length === 1 && cells[0] === '' ? [''] : read[1]
      expect(last).toHaveLength(cells.length)
      for (const [at, cell] of (last ?? []).entries()) {
        expect(startsFormula(cell)).toBe(false)
        expect(cell.replace(/^'/, '')).toBe((cells[at] ?? '').replace(/^'/, ''))
      }
    }),
  )
})
