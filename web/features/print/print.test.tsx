import jsqr from 'jsqr'
import { renderToStaticMarkup } from 'react-dom/server'
import sharp from 'sharp'
import { encode } from 'uqr'
import { describe, expect, test } from 'vitest'
import { modulesPath } from '#common/qr-shape.ts'
import { languages } from '#contract/languages.ts'
import { loadMessages } from '../../i18n/use-translate.ts'
import { layoutPiece, type PieceLayout } from './layout-piece.ts'
import { layoutText } from './layout-text.ts'
import {
  lineLettersMax,
  papers,
  printFormats,
  printParts,
  readPrintChoices,
  usesInches,
  type PrintChoices,
  type PrintData,
} from './print-data.ts'
import { checkCode, codeWidth, formatFacts, dpiOf, layoutSheet, unitsPerInch } from './print-layout.ts'
import { PreviewedPiece, PrintedSheet } from './printed-sheet.tsx'

const short = 'https://carte.example/maren/home?source=qr'
const long = 'https://cards.a-long-brokerage-name.example.com/the-oyelaran-team-of-port-hadley/home?source=qr'
const addresses = [short, long]

function someData(address = short, changes: Partial<PrintData> = {}): PrintData {
  const { data, size } = encode(address, { ecc: 'H', border: 0 })
  const picture = { src: '/picture', width: 880, height: 1100 }
  return {
    name: 'Maren Holloway',
    title: 'Broker Associate',
    company: 'Harbor & Pine Realty',
    license: 'Lic. BA-918204',
    mobile: '(207) 555-0142',
    email: 'maren.holloway@example.com',
    address: 'carte.example/maren',
    photo: picture,
    background: picture,
    code: { size, path: modulesPath(data, size) },
    colors: { ground: '#1f533f', onGround: '#fdf9ef', accent: '#1f533f' },
    hasSerifName: false,
    ...changes,
  }
}

const all: PrintChoices = {
  format: 'tent',
  line: 'Scan to save my number.',
  paper: 'letter',
  marks: 'all',
  photo: true,
  mobile: true,
  email: true,
  company: true,
  license: true,
  background: true,
}

/** Each format with every combination of what it shows. */
const combinations = printFormats.flatMap((format) => {
  const { parts } = formatFacts[format]
  return Array.from({ length: 2 ** parts.length }, (_, bits) => {
    const off = Object.fromEntries(printParts.map((part) => [part, parts.includes(part) && (bits & (1 << parts.indexOf(part))) !== 0]))
    return { ...all, ...off, format } satisfies PrintChoices
  })
})

const countOff = (choices: PrintChoices, parts: readonly (typeof printParts)[number][]) => parts.filter((part) => !choices[part]).length

const longNames = [
  'Maximiliana Wolfeschlegelsteinhausenbergerdorff-Montgomery of Port Hadley',
  'W'.repeat(80),
  '山田太郎山田太郎山田太郎山田太郎',
  'Al',
]

async function scan(markup: string, width: number): Promise<string | undefined> {
  const svg = markup.replace('<svg', '<svg xmlns="http://www.w3.org/2000/svg"').replaceAll(/<image [^>]*>(<\/image>)?/g, '')
  const { data, info } = await sharp(Buffer.from(svg), { density: 300 })
    .resize({ width })
    .flatten({ background: '#fff' })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  // The package is CommonJS: its export is nested one level deeper than its types say.
  const read = jsqr as unknown as typeof jsqr.default
  return read(new Uint8ClampedArray(data), info.width, info.height)?.data
}

/** Width in which a scanner looks at a piece. */
const pixels = { tag: 1000, tent: 700, rider: 1500, sticker: 500, cards: 800 }

describe('PRINT-3 the code of a printed piece', () => {
  test.each(printFormats)('scans on a %s, whatever it shows, with a short and a long address', async (format) => {
    const { parts } = formatFacts[format]
    // All, nothing, and all but one: another test compares every combination's boxes.
    const some = combinations.filter((one) => one.format === format && [0, 1, parts.length].includes(countOff(one, parts)))
    for (const choices of some) {
      for (const address of addresses) {
        const data = someData(address, { name: longNames[0] ?? '' })
        const markup = renderToStaticMarkup(<PreviewedPiece data={data} layout={layoutPiece(data, choices)} label="" />)
        expect(await scan(markup, pixels[format]), JSON.stringify(choices)).toBe(address)
      }
    }
  })

  test('scans on the printed sheet of each format and paper, beside its marks', async () => {
    for (const format of ['tag', 'tent', 'cards'] as const) {
      for (const paper of papers) {
        const data = someData()
        const [layout, sheet] = [layoutPiece(data, { ...all, format }), layoutSheet(format, paper, 'all')]
        // One piece of the sheet: a scanner is pointed at one code.
        const markup = renderToStaticMarkup(
          <PrintedSheet data={data} layout={layout} sheet={{ ...sheet, places: sheet.places.slice(-1) }} />,
        )
        expect(await scan(markup, 1700), `${format} ${paper}`).toBe(short)
      }
    }
  })

  test.each([
    ['tag', 0.6],
    ['cards', 0.85],
    ['tent', 2],
    ['rider', 4],
  ] as const)('is never smaller than the least size of a %s: %f inches', (format, least) => {
    for (let modules = 21; modules <= 97; modules += 4) expect(codeWidth(format, modules) / unitsPerInch).toBeGreaterThanOrEqual(least)
  })

  test('has four modules of quiet space inside its piece, and nothing on it', () => {
    for (const address of addresses) {
      const data = someData(address)
      for (const choices of combinations) {
        for (const name of longNames) {
          const layout = layoutPiece({ ...data, name, company: name, email: `${name.replaceAll(' ', '.')}@example.com` }, choices)
          const { code, photo, band, width, height, format } = layout
          const { size } = data.code
          expect(code.side).toBeCloseTo((codeWidth(format, size) * (size + 8)) / size)
          expect(Math.min(code.x, code.y, width - code.x - code.side, height - code.y - code.side)).toBeGreaterThanOrEqual(0)
          const pictures = [
            ...(photo ? [{ ...photo, width: photo.side, height: photo.side }] : []),
            ...(band ? [{ x: 0, y: 0, width, height: band.plate }] : []),
          ]
          const covering = [...pictures, ...boxesOf(layout)].filter((box) => !isApart(code, box))
          expect(covering, JSON.stringify({ choices, name })).toEqual([])
        }
      }
    }
  })

  test('is read from ten times its width; squares under 0.35 mm are said to be small', () => {
    expect(checkCode('rider', 37).reachInches).toBeCloseTo(40.4)
    expect(checkCode('tag', 33).isSmall).toBe(false)
    expect(checkCode('tag', 57).inches).toBeCloseTo(0.785, 2)
    expect(checkCode('tag', 57).isSmall).toBe(false)
    expect(checkCode('tag', 77).isSmall).toBe(true)
  })
})

type Box = { x: number; y: number; width: number; height: number }
const isApart = (code: PieceLayout['code'], { x, y, width, height }: Box) =>
  x + width <= code.x + 0.5 || x >= code.x + code.side - 0.5 || y + height <= code.y + 0.5 || y >= code.y + code.side - 0.5

/** The room of each line: as wide as its box at most, which layoutText is tested for. */
const boxesOf = ({ format, lines, width }: PieceLayout): Box[] =>
  lines.map(({ x, y, size, text, role }) => {
    const long = Math.min(width, text.length * size * 0.5)
    const isCentered = format === 'tag' && role !== 'accent'
    return { x: isCentered ? x - long / 2 : x, y: y - size * 0.75, width: long, height: size * 0.9 }
  })

describe('PRINT-4 texts', () => {
  test.each(longNames)('fit into their box and lose no letter: %s', (name) => {
    const box = { x: 10, y: 20, width: 200, height: 90 }
    const lines = layoutText(
      [
        { role: 'name', text: name, size: 27 },
        { role: 'text', text: name, size: 15, gap: 4 },
      ],
      box,
    )
    for (const role of ['name', 'text'])
      expect(
        lines
          .filter((line) => line.role === role)
          .map(({ text }) => text)
          .join('')
          .replaceAll(' ', ''),
      ).toBe(name.replaceAll(' ', ''))
    for (const { y, size } of lines) {
      expect(y - size * 0.8).toBeGreaterThanOrEqual(box.y - 1)
      expect(y).toBeLessThanOrEqual(box.y + box.height)
    }
  })

  test('keep their size if they fit, and leave no row if they are empty', () => {
    const lines = layoutText(
      [
        { role: 'name', text: 'Ada', size: 27 },
        { role: 'text', text: ' ', size: 15 },
        { role: 'phone', text: '555', size: 19 },
      ],
      { x: 0, y: 0, width: 200, height: 90 },
    )
    expect(lines.map(({ text, size }) => [text, size])).toEqual([
      ['Ada', 27],
      ['555', 19],
    ])
  })

  test('wrap at spaces and hyphens before a word is broken', () => {
    const lines = layoutText([{ role: 'name', text: 'Tess Okafor-Lindqvist', size: 27 }], { x: 0, y: 0, width: 195, height: 90 })
    expect(lines.map(({ text }) => text)).toEqual(['Tess Okafor-', 'Lindqvist'])
  })

  test('are never broken or cut inside a letter', () => {
    const family = '👨‍👩‍👧‍👦'
    const lines = layoutText([{ role: 'name', text: family.repeat(20), size: 27 }], { x: 0, y: 0, width: 100, height: 90 })
    expect(lines.length).toBeGreaterThan(1)
    for (const { text } of lines) expect(text.replaceAll(family, '')).toBe('')
    const { line } = readPrintChoices(JSON.stringify({ line: 'x' + family.repeat(9) }), all)
    expect(line).toBe('x' + family.repeat(5))
  })

  test('that get too small to read are noticed', () => {
    expect(combinations.map((choices) => layoutPiece(someData(), choices).isSmall)).not.toContain(true)
    for (const format of ['tag', 'rider', 'cards'] as const)
      expect(layoutPiece(someData(short, { name: 'Wolfeschlegel '.repeat(12) }), { ...all, format }).isSmall, format).toBe(true)
  })
})

describe('PRINT-2 the sheet', () => {
  test('has ten cards where Avery 8371 has them', () => {
    const { places, width, height } = layoutSheet('cards', 'letter', 'all')
    const at = places.map(({ x, y }) => [x / unitsPerInch, y / unitsPerInch])
    expect([width, height].map((one) => one / unitsPerInch)).toEqual([8.5, 11])
    expect(at).toHaveLength(10)
    expect(at[0]).toEqual([0.75, 0.5])
    expect(at[9]).toEqual([4.25, 8.5])
  })

  test('has both faces of a tent, the upper one turned, and its fold between them', () => {
    const { places, fold } = layoutSheet('tent', 'a4', 'fold')
    expect(places.map(({ isTurned }) => isTurned)).toEqual([true, false])
    expect(fold?.y).toBe(places[1]?.y)
    expect(layoutSheet('tent', 'a4', 'none')).toMatchObject({ fold: null, marks: [] })
  })

  test('keeps pieces and marks on the paper, and marks out of the pieces', () => {
    for (const format of printFormats) {
      for (const paper of papers) {
        const { width, height, places, marks } = layoutSheet(format, paper, 'all')
        const piece = formatFacts[format]
        for (const { x, y } of places) {
          expect(Math.min(x, y, width - x - piece.width, height - y - piece.height)).toBeGreaterThanOrEqual(0)
          for (const { x1, y1 } of marks) expect(x1 > x && x1 < x + piece.width && y1 > y && y1 < y + piece.height, format).toBe(false)
        }
        for (const { x1, y1, x2, y2 } of marks) {
          expect(Math.min(x1, x2, y1, y2)).toBeGreaterThanOrEqual(0)
          expect(Math.max(x1, x2)).toBeLessThanOrEqual(width)
          expect(Math.max(y1, y2)).toBeLessThanOrEqual(height)
        }
      }
    }
  })

  test('counts the pixels of a picture per printed inch', () => {
    const inch = { width: unitsPerInch, height: unitsPerInch }
    expect(dpiOf({ width: 400, height: 500 }, inch)).toBe(400)
    expect(dpiOf({ width: 1600, height: 900 }, { width: 5 * unitsPerInch, height: unitsPerInch })).toBe(320)
  })

  test.each(languages)('is on Letter where readers measure in inches: %s', async (language) => {
    const t = await loadMessages(language)
    for (const size of ['print.tagSize', 'print.tentSize', 'print.riderSize', 'print.stickerSize', 'print.cardsSize'] as const)
      expect(t(size).includes('cm'), size).toBe(!usesInches(language))
  })
})

describe('PRINT-1 choices', () => {
  test.each(['', 'nothing', '[]', 'null', '{"format":"poster","paper":3,"photo":"yes","line":7,"marks":"some"}'])(
    'that are not valid are the default: %j',
    (stored) => expect(readPrintChoices(stored, all)).toEqual(all),
  )

  test('are restored, an empty line too, and a line is not longer than allowed', () => {
    const chosen: PrintChoices = { ...all, format: 'sticker', line: '', paper: 'a4', marks: 'none', photo: false }
    expect(readPrintChoices(JSON.stringify(chosen), all)).toEqual(chosen)
    expect(readPrintChoices(JSON.stringify({ line: 'x'.repeat(99) }), all).line).toHaveLength(lineLettersMax)
  })
})
