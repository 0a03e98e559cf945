import { writeMarks, type Run } from './write-marks.ts'

/** The part of a DOM node that is read, so that tests need no browser. */
export type HtmlNode = {
  nodeName: string
  nodeValue: string | null
  childNodes: Iterable<HtmlNode>
  getAttribute?(name: string): string | null
}

type Formatting = Omit<Run, 'words'> & { isPre: boolean }
/** `isTight`: without a blank line before, like list items. */
type Line = { runs: Run[]; begin: string; isTight: boolean }

const dropped = /^(script|style|head|title|template|noscript|svg|math|object|iframe|input|button|select|textarea|audio|video|canvas)$/i
const blocks =
  /^(p|div|h[1-6]|ul|ol|li|table|tr|td|th|caption|blockquote|section|article|aside|header|footer|main|nav|pre|dl|dt|dd|figure|figcaption|hr|address|form|details|summary)$/i
const tight = /^(li|tr|td|th|dt|dd)$/i
const isNumber = /^\w{1,4}[.)]$/

/** Pasted HTML as bio text: keeps bold, italic, lists and links, and of everything else the text. */
export function readHtml(root: HtmlNode): string {
  return linesOf(root, { isBold: false, isItalic: false, href: null, isPre: false })
    .map((line) => ({ ...line, words: writeMarks(line.runs) }))
    .filter(({ words }) => words !== '')
    .map(({ words, begin, isTight }, place) => (place === 0 ? '' : isTight ? '\n' : '\n\n') + begin + words)
    .join('')
}

function linesOf(root: HtmlNode, look: Formatting): Line[] {
  const lines: Line[] = [aLine()]
  read(root, look, lines)
  return lines.filter(hasText)
}

const aLine = (isTight = false, runs: Run[] = []): Line => ({ runs, begin: '', isTight })
const hasText = (line: Line) => line.runs.some(({ words }) => /\S/.test(words))

function read(node: HtmlNode, look: Formatting, lines: Line[], begin = '') {
  const name = node.nodeName.toLowerCase()
  // As `neutralize` renamed it.
  const style = node.getAttribute?.('data-style') ?? ''
  if (name === '#text') return readText(node.nodeValue ?? '', look, lines)
  if (name === '#comment' || dropped.test(name) || /display:\s*none/i.test(style)) return
  if (name === 'br') return void lines.push(aLine(true))
  if (name === 'img') return readText(emojiOf(node), look, lines)
  // Word writes an item's bullet or number as text.
  if (/mso-list:\s*ignore/i.test(style)) return beginWith(isNumber.exec(textOf(node).trim())?.[0], lines)
  if (name === 'tr') return void lines.push(...rowOf(node, look))

  const isBlock = blocks.test(name)
  const isWordItem = /mso-list:\s*l\d/i.test(style)
  if (isBlock) openLine(lines, isWordItem ? '- ' : begin, isWordItem || tight.test(name))
  const inner = lookOf(name, node, style, look)
  let number = Number(node.getAttribute?.('start') ?? 1)
  for (const child of node.childNodes) {
    const isItem = child.nodeName.toLowerCase() === 'li'
    read(child, inner, lines, isItem ? (name === 'ol' ? `${number++}. ` : '- ') : '')
  }
  if (isBlock) lines.push(aLine())
}

/** Reuses a line without text, with its prefix: `<li><p>`. */
function openLine(lines: Line[], begin: string, isTight: boolean) {
  const last = lines.at(-1)
  if (!last || hasText(last)) return void lines.push({ ...aLine(isTight), begin })
  lines[lines.length - 1] = begin || !last.begin ? { runs: [], begin, isTight } : last
}

function beginWith(number: string | undefined, lines: Line[]) {
  const last = lines.at(-1)
  if (last && number) last.begin = `${number} `
}

function readText(text: string, look: Formatting, lines: Line[]) {
  const { isPre, ...run } = look
  for (const [place, words] of (isPre ? text.split('\n') : [text]).entries()) {
    if (place > 0) lines.push(aLine(true))
    lines.at(-1)?.runs.push({ ...run, words })
  }
}

/** Rows of one-line cells become one line; layout tables are read cell by cell. */
function rowOf(row: HtmlNode, look: Formatting): Line[] {
  const cells = [...row.childNodes].map((cell) => linesOf(cell, look)).filter((lines) => lines.length > 0)
  if (cells.some((lines) => lines.length > 1)) return [...cells.flat(), aLine()]
  const between: Run = { words: ' · ', isBold: false, isItalic: false, href: null }
  return [
    aLine(
      true,
      cells.flatMap((lines, place) => [...(place > 0 ? [between] : []), ...lines.flatMap(({ runs }) => runs)]),
    ),
    aLine(),
  ]
}

function lookOf(name: string, node: HtmlNode, style: string, look: Formatting): Formatting {
  const weight = /(?<![\w-])font-weight:\s*(\w+)/i.exec(style)?.[1]?.toLowerCase()
  const slant = /(?<![\w-])font-style:\s*(\w+)/i.exec(style)?.[1]?.toLowerCase()
  return {
    isBold: weight ? /^(bold|bolder|[6-9]00)$/.test(weight) : look.isBold || /^(b|strong|th|h[1-6])$/.test(name),
    isItalic: slant ? slant !== 'normal' : look.isItalic || /^(i|em|cite|dfn)$/.test(name),
    href: name === 'a' ? (node.getAttribute?.('href') ?? null) : look.href,
    isPre: look.isPre || name === 'pre' || /white-space:\s*(pre|break-spaces)/i.test(style),
  }
}

/** Some pages use images for emoji. */
function emojiOf(picture: HtmlNode): string {
  const words = picture.getAttribute?.('alt') ?? ''
  return /^\p{Extended_Pictographic}/u.test(words) && words.length <= 12 ? words : ''
}

const textOf = (node: HtmlNode): string => (node.nodeValue ?? '') + [...node.childNodes].map(textOf).join('')
