import type { ImportIssueCode } from '#contract/cards/import-issues.ts'

/** A record and the line it starts on: its cells, or the issue with its quotes. */
export type CsvRecord = { line: number; cells: string[]; issue?: ImportIssueCode }

/** Longer than any card: an unclosed quote ends here. */
const recordMax = 100_000
const separators = [',', ';', '\t'] as const
type Separator = (typeof separators)[number]
const stops: Record<Separator, RegExp> = { ',': /[\r\n,]/g, ';': /[\r\n;]/g, '\t': /[\r\n\t]/g }

/**
 * A streaming CSV parser (RFC 4180) for commas, semicolons or tabs and any line ending. A wrong quote invalidates its own
 * line only: parsing continues on the next line.
 */
export async function* parseCsv(blocks: AsyncIterable<string>): AsyncGenerator<CsvRecord> {
  let text = ''
  let at = 0
  let line = 1
  let separator: Separator | null = null
  /** A line with an issue continues in the next block. */
  let isInvalid = false
  const records = function* (isEnd: boolean): Generator<CsvRecord> {
    separator ??= separatorOf(text, isEnd)
    // A line break at the end of the block may be the first half of CRLF.
    const certain = !isEnd && text.endsWith('\r') ? text.length - 1 : text.length
    while (separator !== null && at < text.length) {
      let end: number
      if (isInvalid || isBreak(text, at)) {
        end = Math.min(certain, isBreak(text, at) ? endOfBreaks(text, at) : endOfLine(text, at))
        if (end === at) return
        isInvalid &&= !isBreak(text, end - 1)
      } else {
        const read = readRecord(text, at, separator, isEnd)
        if (read === 'more') return
        const hasIssue = 'issue' in read
        end = hasIssue ? endOfLine(text, at) : read.end
        if (end > certain) return
        if (hasIssue) yield { line, cells: [], issue: read.issue }
        else if (read.cells.length > 1 || read.cells[0] !== '') yield { line, cells: read.cells }
        isInvalid = hasIssue && !isBreak(text, end - 1)
      }
      line += breaksIn(text, at, end)
      at = end
    }
  }
  for await (const block of blocks) {
    text = text.slice(at) + (line === 1 && text === '' ? block.replace(/^\uFEFF/, '') : block)
    at = 0
    yield* records(false)
  }
  yield* records(true)
}

/** The most frequent separator in the first line, outside of quotes. */
function separatorOf(text: string, isEnd: boolean): Separator | null {
  const end = endOfLine(text, 0)
  if (end === text.length && !isEnd && text.length < recordMax) return null
  const bare = text.slice(0, end).replace(/"(?:[^"]|"")*"/g, '')
  const counts = separators.map((sign) => bare.split(sign).length)
  return separators[counts.indexOf(Math.max(...counts))] ?? ','
}

type Read = { cells: string[]; end: number } | { issue: ImportIssueCode } | 'more'

function readRecord(text: string, start: number, separator: Separator, isEnd: boolean): Read {
  const cells: string[] = []
  const stop = stops[separator]
  for (let at = start; ;) {
    if (text[at] === '"') {
      const closed = closingQuote(text, at + 1)
      if (closed === -1 && !isEnd && text.length - start < recordMax) return 'more'
      if (closed === -1 || closed - start > recordMax) return { issue: 'quoteUnclosed' }
      if (closed === text.length - 1 && !isEnd) return 'more'
      cells.push(text.slice(at + 1, closed).replaceAll('""', '"'))
      at = closed + 1
      if (at < text.length && text[at] !== separator && text[at] !== '\r' && text[at] !== '\n') return { issue: 'textAfterQuote' }
    } else {
      stop.lastIndex = at
      const next = stop.exec(text)?.index ?? text.length
      if (next === text.length && !isEnd) return text.length - start < recordMax ? 'more' : { issue: 'lineUnterminated' }
      cells.push(text.slice(at, next))
      at = next
    }
    if (text[at] !== separator) return { cells, end: afterBreak(text, at) }
    at++
  }
}

/** The closing quote, after doubled ones. */
function closingQuote(text: string, from: number): number {
  for (let at = text.indexOf('"', from); at !== -1; at = text.indexOf('"', at + 2)) if (text[at + 1] !== '"') return at
  return -1
}

function endOfLine(text: string, from: number): number {
  const found = /\r\n|\n|\r/g
  found.lastIndex = from
  const match = found.exec(text)
  return match ? match.index + match[0].length : text.length
}

const isBreak = (text: string, at: number) => text[at] === '\n' || text[at] === '\r'

/** The end of one or more blank lines. */
function endOfBreaks(text: string, from: number): number {
  let at = from
  while (isBreak(text, at)) at++
  return at
}

const afterBreak = (text: string, at: number) => (text[at] === '\r' && text[at + 1] === '\n' ? at + 2 : Math.min(at + 1, text.length))
const breaksIn = (text: string, from: number, to: number) => text.slice(from, to).match(/\r\n|\n|\r/g)?.length ?? 0
