import { parseLink } from './web-link.ts'

/**
 * A bio is text with light markup: `**bold**`, `*italic*`, `[words](https://…)`, and list items that begin with `- `. Anything that only
 * looks like markup stays as it was typed.
 */
export type Inline = string | { as: 'strong' | 'em'; children: Inline[] } | { as: 'a'; href: string; children: Inline[] }
/** A plain paragraph, a paragraph with markup, or a list. */
export type Block = string | Inline[] | { list: Inline[][] }

export function parseBio(bio: string): Block[] {
  const blocks: Block[] = []
  for (const line of bio.split('\n').map((one) => one.trim())) {
    const item = /^- +(.+)/s.exec(line)?.[1]
    const last = blocks.at(-1)
    if (item === undefined) {
      const children = parseLine(line)
      if (children.length > 0) blocks.push(children.length === 1 && typeof children[0] === 'string' ? children[0] : children)
    } else if (typeof last === 'object' && 'list' in last) last.list.push(parseLine(item))
    else blocks.push({ list: [parseLine(item)] })
  }
  return blocks
}

/** A bio without its markup, for contact notes and search results. Line breaks stay as typed. */
export const plainText = (bio: string): string =>
  bio
    .split('\n')
    .map((line) => wordsOf(parseLine(line)))
    .join('\n')

const wordsOf = (children: readonly Inline[]): string =>
  children.map((one) => (typeof one === 'string' ? one : wordsOf(one.children))).join('')

const schemes: ReadonlySet<string> = new Set(['https:', 'http:', 'mailto:', 'tel:'])

/** The target of a link in a bio, or null if its scheme isn’t allowed. */
export function bioLink(typed: string): string | null {
  const url = /^(https?|mailto|tel):/i.test(typed) ? parseLink(typed) : null
  return url && schemes.has(url.protocol) ? url.href : null
}

const marks = /\[([^[\]]+)\]\(((?:https?|mailto|tel):(?:[^\s()]|\([^\s()]*\)){1,2000})\)|\*+/gi

/** An opening run of stars. Only the last of each length stays open, so that long lines parse in linear time. */
type Opener = { stars: number }
type Parser = { parts: (Inline | Opener)[]; open: { at: number; stars: number }[] }

/** Parses a line in one pass, because untrusted bios may be long. */
function parseLine(line: string): Inline[] {
  const parser: Parser = { parts: [], open: [] }
  const { parts } = parser
  let at = 0
  for (const { 0: mark, 1: words = '', 2: address = '', index } of line.matchAll(marks)) {
    parts.push(line.slice(at, index))
    at = index + mark.length
    const href = words.trim() ? bioLink(address) : null
    if (href) parts.push({ as: 'a', href, children: parseLine(words) })
    else if (address) parts.push(mark)
    else parseStars(parser, mark.length, line[index - 1] ?? ' ', line[at] ?? ' ')
  }
  return merge([...parts, line.slice(at)])
}

const inWord = /[\p{L}\p{N}]/u
const neverFirst = /[\s)\]}.,;:!?…]/
const neverLast = /[\s([{¿¡]/

/** A run of stars closes an open one, opens a new one, or is literal: `5 * 3`, `2*3*4`, `Best in town*`. */
function parseStars(parser: Parser, stars: number, before: string, behind: string) {
  const isOne = stars === 1
  if (stars <= 3 && !neverLast.test(before) && !(isOne && inWord.test(behind)) && close(parser, stars)) return
  const mayOpen = stars <= 3 && !neverFirst.test(behind) && !(isOne && inWord.test(before))
  if (mayOpen) parser.open = [...parser.open.filter((one) => one.stars !== stars), { at: parser.parts.length, stars }]
  parser.parts.push(mayOpen ? { stars } : '*'.repeat(stars))
}

/** Closes an opener of the same length, one and two with three, or one or two of three. False if none was open. */
function close({ parts, open }: Parser, stars: number): boolean {
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

function wrap(parts: (Inline | Opener)[], stars: number): Inline[] {
  const children = merge(parts)
  if (stars === 1) return [{ as: 'em', children }]
  return [{ as: 'strong', children: stars === 3 ? [{ as: 'em', children }] : children }]
}

/** Turns unclosed stars back into text and merges adjacent texts. */
function merge(parts: readonly (Inline | Opener)[]): Inline[] {
  const children: Inline[] = []
  for (const part of parts) {
    const one = typeof part === 'object' && 'stars' in part ? '*'.repeat(part.stars) : part
    const last = children.at(-1)
    if (typeof one === 'string' && typeof last === 'string') children[children.length - 1] = last + one
    else if (one !== '') children.push(one)
  }
  return children
}
