import fc from '../../tests/samples/fast-check.ts'
import { expect, test } from 'vitest'
import { decodeFile } from '../admin/import/decode-file.ts'
import { parseCsv } from '#server/common/parse-csv.ts'
import { escapeCell, writeCsvLine } from './write-csv.ts'

/** A formula, after characters that a spreadsheet skips. */
const startsFormula = (cell: string) => /^[\s\p{Cc}\p{Cf}]*[=+\-@＝＋－＠]/u.test(cell)
const trickyCell = fc.string({
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
])('%j is escaped', (typed) => {
  expect(escapeCell(typed)).toBe(`'${typed}`)
})

test.each(['', 'Ada', "O'Hara", 'a=b', '(207) 555-0142', '12', 'x\n=y', '"=1"'])('%j is not changed', (typed) => {
  expect(escapeCell(typed)).toBe(typed)
})

test('any cells survive writing and parsing, and none is a formula', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(trickyCell, { minLength: 1, maxLength: 5 }), async (cells) => {
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
