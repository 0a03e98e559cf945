import { sayImportFault } from '#contract/cards/import-faults.ts'

/** A record by the line it begins on: its cells, or what is wrong with its quotes. */
export type CsvRecord = { line: number; cells: string[]; fault?: string }

/** Longer than any card. A quote that is opened and not closed ends here. */
const recordMax = 100_000
const separators = [',', ';', '\t'] as const

/**
 * A table by RFC 4180, read as it comes: commas, semicolons or tabs, with whatever ends lines. A quote that goes wrong costs its own
 * line and no other: what follows is read from the next line on.
 */
export async function* parseCsv(blocks: AsyncIterable<string>): AsyncGenerator<CsvRecord> {
  let text = ''
  let at = 0
  let line = 1
  let separator: string | null = null
  const records = function* (isEnd: boolean): Generator<CsvRecord> {
    separator ??= separatorOf(text, isEnd)
    while (separator !== null && at < text.length) {
      const read = readRecord(text, at, separator, isEnd)
      if (read === 'more') return
      const end = 'fault' in read ? endOfLine(text, at) : read.end
      // A line break at the very end of what has come may be the first half of one.
      if (!isEnd && end === text.length && text.endsWith('\r')) return
      const isBlank = !('fault' in read) && read.cells.length === 1 && read.cells[0] === ''
      if (!isBlank) yield 'fault' in read ? { line, cells: [], fault: read.fault } : { line, cells: read.cells }
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

/** What separates most in the first line, outside of quotes. */
function separatorOf(text: string, isEnd: boolean): string | null {
  const end = endOfLine(text, 0)
  if (end === text.length && !isEnd && text.length < recordMax) return null
  const bare = text.slice(0, end).replace(/"(?:[^"]|"")*"/g, '')
  const counts = separators.map((sign) => bare.split(sign).length)
  return separators[counts.indexOf(Math.max(...counts))] ?? ','
}

type Read = { cells: string[]; end: number } | { fault: string } | 'more'

function readRecord(text: string, start: number, separator: string, isEnd: boolean): Read {
  const cells: string[] = []
  const stop = new RegExp(`[\\r\\n${separator}]`, 'g')
  for (let at = start; ;) {
    if (text[at] === '"') {
      const closed = closingQuote(text, at + 1)
      if (closed === -1 && !isEnd && text.length - start < recordMax) return 'more'
      if (closed === -1 || closed - start > recordMax) return { fault: sayImportFault('quoteOpen') }
      if (closed === text.length - 1 && !isEnd) return 'more'
      cells.push(text.slice(at + 1, closed).replaceAll('""', '"'))
      at = closed + 1
      if (at < text.length && text[at] !== separator && text[at] !== '\r' && text[at] !== '\n')
        return { fault: sayImportFault('quoteAfter') }
    } else {
      stop.lastIndex = at
      const next = stop.exec(text)?.index ?? text.length
      if (next === text.length && !isEnd) return text.length - start < recordMax ? 'more' : { fault: sayImportFault('lineEndless') }
      cells.push(text.slice(at, next))
      at = next
    }
    if (text[at] !== separator) return { cells, end: afterBreak(text, at) }
    at++
  }
}

/** The quote that closes, past those that are written twice. */
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

const afterBreak = (text: string, at: number) => (text[at] === '\r' && text[at + 1] === '\n' ? at + 2 : Math.min(at + 1, text.length))
const breaksIn = (text: string, from: number, to: number) => text.slice(from, to).match(/\r\n|\n|\r/g)?.length ?? 0
