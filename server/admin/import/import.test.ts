import fc from '../../../tests/samples/fast-check.ts'
import { describe, expect, test } from 'vitest'
import { importSample } from '#contract/admin/admin-choices.ts'
import { decodeFile, type Encoding } from './decode-file.ts'
import { parseCsv, type CsvRecord } from '#server/common/parse-csv.ts'
import { readHeader } from './read-header.ts'
import { readRow } from './read-row.ts'
import { importIssue } from '../../common/field-issue.ts'
import { writeCsvLine } from '../../common/write-csv.ts'

const services = [
  { id: 6, name: 'Instagram' },
  { id: 7, name: 'Linked In' },
]

async function* inPieces(bytes: Buffer, size: number) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

async function read(text: string | Buffer, { size = 7, encoding = 'utf-8' as Encoding } = {}): Promise<CsvRecord[]> {
  const found: CsvRecord[] = []
  const bytes = typeof text === 'string' ? Buffer.from(text) : text
  for await (const record of parseCsv(decodeFile(inPieces(bytes, size), encoding))) found.push(record)
  return found
}
const cellsOf = async (text: string) => (await read(text)).map(({ cells }) => cells)

test.each([true, false])('the sample file has no issues (plans: %s)', async (hasPlans) => {
  const [header, ...records] = await read(importSample(hasPlans))
  const { columns, issues } = readHeader(header?.cells ?? [], services)
  expect([issues, records.length]).toEqual([[], 2])
  for (const record of records) expect(readRow(record, columns)).toMatchObject({ alias: record.cells[0] })
})

describe('a CSV file of cards', () => {
  test('ACCOUNT-5 round-trips, whatever its cells contain and wherever it is chunked', async () => {
    const cell = fc.string({ unit: fc.constantFrom('a', '"', ',', ';', '\t', '\r', '\n', ' ', 'é', '🏠', '=', '’') })
    const rows = fc.array(fc.array(cell, { minLength: 3, maxLength: 3 }), { minLength: 1, maxLength: 8 })
    const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`
    await fc.assert(
      fc.asyncProperty(
        rows,
        fc.constantFrom(',', ';', '\t'),
        fc.constantFrom('\n', '\r\n', '\r'),
        fc.integer({ min: 1, max: 40 }),
        async (cells, by, end, size) => {
          const head = ['one', 'two', 'three'].join(by)
          const table = [head, ...cells.map((row) => row.map(quoted).join(by))].join(end)
          const [, ...found] = await read(table, { size })
          expect(found.map((record) => record.cells)).toEqual(cells)
        },
      ),
      { numRuns: 150 },
    )
  })

  test.each([
    [
      'commas',
      'a,b\n1,2',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      'semicolons, as in French CSV files',
      'a;b\r\n"1;x";2,5\r\n',
      [
        ['a', 'b'],
        ['1;x', '2,5'],
      ],
    ],
    [
      'tabs',
      'a\tb\n1\t2',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      'a byte order mark',
      '\uFEFFa,b\n1,2',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      'empty lines and empty cells',
      'a,b\n\n1,\n\r\n,2\n\n',
      [
        ['a', 'b'],
        ['1', ''],
        ['', '2'],
      ],
    ],
  ])('is read with %s', async (_, text, rows) => {
    expect(await cellsOf(text)).toEqual(rows)
  })

  test('a stray quote invalidates only its own row; line numbers match an editor’s', async () => {
    const found = await read('a,b\n"1\n\n",x\n"open,2\n3,4\n"x"y,5\n6,7\n')
    expect(found.map(({ line, cells, issue }) => [line, issue ? 'broken' : cells.join('|')])).toEqual([
      [1, 'a|b'],
      [2, '1\n\n|x'],
      [5, 'broken'],
      [6, '3|4'],
      [7, 'broken'],
      [8, '6|7'],
    ])
  })

  test('text that is not UTF-8 is refused by line, and read as Windows-1252 if chosen', async () => {
    const latin = Buffer.concat([Buffer.from('alias,fullName\nanna,Anna\nella,Ren'), Buffer.from([0xe9, 0x0a])])
    await expect(read(latin)).rejects.toThrow('Line 3 isn’t UTF-8')
    expect((await read(latin, { encoding: 'windows-1252' })).at(-1)?.cells).toEqual(['ella', 'René'])
    await expect(read(Buffer.from('\uFEFFalias,fullName\n', 'utf16le'))).rejects.toThrow('UTF-16')
    await expect(read(Buffer.from('PK\x03\x04…'))).rejects.toThrow('spreadsheet file')
  })
})

test('ACCOUNT-5 a file of 10,000 rows is streamed, a few rows at a time', async () => {
  let pulled = 0
  async function* parts() {
    yield Buffer.from('alias,fullName,bio\n')
    for (let at = 0; at < 10_000; at++, pulled++) yield Buffer.from(`agent-${at},"Agent, ${at}",${'x'.repeat(500)}\n`)
  }
  let lines = 0
  let buffered = 0
  for await (const { cells } of parseCsv(decodeFile(parts(), 'utf-8'))) {
    lines += cells[0] === 'alias' ? 0 : 1
    buffered = Math.max(buffered, pulled - lines)
  }
  expect([lines, buffered <= 2]).toEqual([10_000, true])
})

test('blank lines are counted and skipped, wherever they are chunked', async () => {
  for (const end of ['\n', '\r\n', '\r'])
    for (const size of [1, 2, 3, 7, 1000]) {
      const found = await read(`a,b${end.repeat(5)}1,2${end}${end}`, { size })
      expect(found.map(({ line, cells }) => [line, ...cells])).toEqual([
        [1, 'a', 'b'],
        [6, '1', '2'],
      ])
    }
})

describe('the header', () => {
  test('accepts field names in any spelling and service names, and reports unknown ones', () => {
    const { columns, issues } = readHeader(['Alias', 'First Name', 'company_name', 'linkedin', 'fulName', 'alias'], services)
    expect(columns.slice(0, 4)).toMatchObject([
      { kind: 'alias' },
      { name: 'firstName' },
      { name: 'companyName' },
      { kind: 'service', id: 7 },
    ])
    expect(issues.map(({ message }) => message)).toEqual([
      'Unknown field “fulName”. Did you mean fullName?',
      'The column “alias” appears twice.',
    ])
    expect(readHeader(['fullName'], services).issues[0]?.message).toContain('“alias” column is missing')
  })
})

describe('a row', () => {
  const { columns } = readHeader(['alias', 'fullName', 'emailAddress', 'plan', 'email', 'Instagram', 'isListed'], services)
  const row = (...cells: string[]) => readRow({ line: 9, cells }, columns)

  test('becomes a card with its plan, its owner and its links', () => {
    expect(row('Anna', 'Anna Lind', 'a@example.com', 'trial', 'Owner@Example.com', 'https://instagram.com/anna', 'no')).toEqual({
      line: 9,
      alias: 'anna',
      fields: { fullName: 'Anna Lind', emailAddress: 'a@example.com', isListed: false },
      plan: { plan: 'PRO', state: 'trial' },
      owner: 'owner@example.com',
      services: [{ gradeServiceId: 6, directLink: 'https://instagram.com/anna' }],
    })
  })

  test('reports all of its issues at once, by field', () => {
    const issues = row('admin', '', 'no-email', 'GOLD', 'x', 'javascript:alert(1)', 'perhaps')
    expect(Array.isArray(issues) && issues.map(({ line, field }) => `${line} ${field}`)).toEqual([
      '9 alias',
      '9 emailAddress',
      '9 plan',
      '9 email',
      '9 Instagram',
      '9 isListed',
      '9 fullName',
    ])
    expect(row('anna', 'A'.repeat(300), '', '', '', '', '')).toContainEqual({
      line: 9,
      field: 'fullName',
      code: 'tooLong',
      values: { most: 200 },
      message: 'Use 200 characters or fewer.',
    })
    expect(row('anna', 'Anna')).toEqual([{ line: 9, field: '', ...importIssue('fieldCountMismatch', { count: 2, first: 7 }) }])
  })
})

test('ACCOUNT-5 refuses text that is no phone number, and formats ten digits', () => {
  const { columns } = readHeader(['alias', 'fullName', 'phoneNumber', 'office phone number', 'title'], services)
  const row = (...cells: string[]) => readRow({ line: 2, cells }, columns)
  expect(row('anna', 'Anna', '614.555.0142', '+44 20 7946 0958', 'n/a')).toMatchObject({
    fields: { phoneNumber: '(614) 555-0142', officePhoneNumber: '+44 20 7946 0958', title: 'n/a' },
  })
  expect(row('anna', 'Anna', 'n/a', '12345', '')).toEqual(
    ['phoneNumber', 'officePhoneNumber'].map((field) => ({
      line: 2,
      field,
      code: 'phoneWrong',
      values: {},
      message: 'Enter a phone number with 7 to 15 digits.',
    })),
  )
})

test('SEC a report escapes spreadsheet formulas', () => {
  expect(writeCsvLine(['=1+1', '@x', 'a"b', '3'])).toBe('"\'=1+1","\'@x","a""b","3"\r\n')
})
