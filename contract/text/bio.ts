import { parseLink } from './web-link.ts'

/**
 * A bio is one text with light marks in it: `**bold**`, `*italic*`, `[words](https://…)`, and lines of a list that begin with `- `.
 * Who reads it as it stands misses nothing; what only looks like a mark stays what was typed.
 */
export type Said = string | { as: 'strong' | 'em'; said: Said[] } | { as: 'a'; href: string; said: Said[] }
/** A paragraph without any mark, one with some, or a list. */
export type Block = string | Said[] | { list: Said[][] }

export function readBio(bio: string): Block[] {
  const blocks: Block[] = []
  for (const line of bio.split('\n').map((one) => one.trim())) {
    const item = /^- +(.+)/s.exec(line)?.[1]
    const last = blocks.at(-1)
    if (item === undefined) {
      const said = readLine(line)
      if (said.length > 0) blocks.push(said.length === 1 && typeof said[0] === 'string' ? said[0] : said)
    } else if (typeof last === 'object' && 'list' in last) last.list.push(readLine(item))
    else blocks.push({ list: [readLine(item)] })
  }
  return blocks
}

/** What a bio says where nothing can be marked: a contact's note, a search result. Its lines stay as they were typed. */
export const plainWords = (bio: string): string =>
  bio
    .split('\n')
    .map((line) => wordsOf(readLine(line)))
    .join('\n')

const wordsOf = (said: readonly Said[]): string => said.map((one) => (typeof one === 'string' ? one : wordsOf(one.said))).join('')

const schemes: ReadonlySet<string> = new Set(['https:', 'http:', 'mailto:', 'tel:'])

/** The address that a mark of a bio may lead to, or null. */
export function bioLink(typed: string): string | null {
  const url = /^(https?|mailto|tel):/i.test(typed) ? parseLink(typed) : null
  return url && schemes.has(url.protocol) ? url.href : null
}

const marks = /\[([^[\]]+)\]\(((?:https?|mailto|tel):(?:[^\s()]|\([^\s()]*\)){1,2000})\)|\*+/gi

/** Stars that wait for their other side. Of each length the last ones alone: a long line stays quick to read. */
type Opened = { stars: number }
type Reading = { parts: (Said | Opened)[]; open: { at: number; stars: number }[] }

/** One way through the line, whatever is in it: a bio is long, and anybody may write one. */
function readLine(line: string): Said[] {
  const reading: Reading = { parts: [], open: [] }
  const { parts } = reading
  let at = 0
  for (const { 0: mark, 1: words = '', 2: address = '', index } of line.matchAll(marks)) {
    parts.push(line.slice(at, index))
    at = index + mark.length
    const href = words.trim() ? bioLink(address) : null
    if (href) parts.push({ as: 'a', href, said: readLine(words) })
    else if (address) parts.push(mark)
    else readStars(reading, mark.length, line[index - 1] ?? ' ', line[at] ?? ' ')
  }
  return settle([...parts, line.slice(at)])
}

const inWord = /[\p{L}\p{N}]/u
const neverFirst = /[\s)\]}.,;:!?…]/
const neverLast = /[\s([{¿¡]/

/** Stars close what they opened, or open, or are just stars: `5 * 3`, `2*3*4`, `Best in town*`. */
function readStars(reading: Reading, stars: number, before: string, behind: string) {
  const isOne = stars === 1
  if (stars <= 3 && !neverLast.test(before) && !(isOne && inWord.test(behind)) && close(reading, stars)) return
  const mayOpen = stars <= 3 && !neverFirst.test(behind) && !(isOne && inWord.test(before))
  if (mayOpen) reading.open = [...reading.open.filter((one) => one.stars !== stars), { at: reading.parts.length, stars }]
  reading.parts.push(mayOpen ? { stars } : '*'.repeat(stars))
}

/** Whether something was open that so many stars close: as many, one and two for three, or one or two of three. */
function close({ parts, open }: Reading, stars: number): boolean {
  const same = open.findLastIndex((one) => one.stars === stars)
  const [outer, last] = [open.at(-2), open.at(-1)]
  if (same >= 0) {
    const [found] = open.splice(same)
    if (found) parts.push(...wrap(parts.splice(found.at).slice(1), stars))
  } else if (last?.stars === 3) {
    open.splice(-1, 1, { at: last.at, stars: 3 - stars })
    parts.push({ stars: 3 - stars }, ...wrap(parts.splice(last.at).slice(1), stars))
  } else if (stars === 3 && last && outer) {
    open.splice(-2)
    const inner = wrap(parts.splice(last.at).slice(1), last.stars)
    parts.push(...wrap([...parts.splice(outer.at).slice(1), ...inner], outer.stars))
  } else return false
  return true
}

function wrap(parts: (Said | Opened)[], stars: number): Said[] {
  const said = settle(parts)
  if (stars === 1) return [{ as: 'em', said }]
  return [{ as: 'strong', said: stars === 3 ? [{ as: 'em', said }] : said }]
}

/** What never closed is what was typed; texts side by side are one. */
function settle(parts: readonly (Said | Opened)[]): Said[] {
  const said: Said[] = []
  for (const part of parts) {
    const one = typeof part === 'object' && 'stars' in part ? '*'.repeat(part.stars) : part
    const last = said.at(-1)
    if (typeof one === 'string' && typeof last === 'string') said[said.length - 1] = last + one
    else if (one !== '') said.push(one)
  }
  return said
}
