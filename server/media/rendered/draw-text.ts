import { readFileSync } from 'node:fs'

type Letters = Record<string, [advance: number, path: string]>

const unitsPerEm = 1000
const fallbackAdvance = 560
let known: Letters | null = null

/** Loaded when the first image with text is drawn. */
function letters(): Letters {
  known ??= JSON.parse(readFileSync(new URL('letters.json', import.meta.url), 'utf8')) as Letters
  return known
}

export function textWidth(text: string, size: number): number {
  const units = [...text].reduce((sum, letter) => sum + (letters()[letter]?.[0] ?? fallbackAdvance), 0)
  return (units * size) / unitsPerEm
}

/** Draws a line as paths, so that it looks the same without fonts. Scripts without glyphs here use the machine's fonts. */
export function drawText(text: string, { x, y, size, fill }: { x: number; y: number; size: number; fill: string }): string {
  const scale = size / unitsPerEm
  if ([...text].some((letter) => !letters()[letter])) {
    return `<text x="${x}" y="${y}" font-family="sans-serif" font-weight="600" font-size="${size}" fill="${fill}">${escapeXml(text)}</text>`
  }
  let at = 0
  const paths = [...text].map((letter) => {
    const [advance, path] = letters()[letter] ?? [0, '']
    const outline = path ? `<path transform="translate(${at})" d="${path}"/>` : ''
    at += advance
    return outline
  })
  return `<g transform="translate(${x} ${y}) scale(${scale})" fill="${fill}">${paths.join('')}</g>`
}

/** The largest size that fits; text that is still too long ends in an ellipsis. */
export function fitText(
  text: string,
  { width, sizes, linesMax }: { width: number; sizes: readonly number[]; linesMax: number },
): { size: number; lines: string[] } {
  for (const size of sizes) {
    const lines = breakWords(text, width, size)
    if (lines.length <= linesMax && lines.every((line) => textWidth(line, size) <= width)) return { size, lines }
  }
  const size = sizes.at(-1) ?? 16
  const lines = breakWords(text, width, size).slice(0, linesMax)
  return { size, lines: lines.map((line, place) => shorten(line, width, size, place === linesMax - 1)) }
}

function breakWords(text: string, width: number, size: number): string[] {
  const lines: string[] = []
  for (const word of text.split(/\s+/).filter(Boolean)) {
    const longer = [lines.at(-1), word].filter(Boolean).join(' ')
    if (lines.length > 0 && textWidth(longer, size) <= width) lines[lines.length - 1] = longer
    else lines.push(word)
  }
  return lines
}

function shorten(line: string, width: number, size: number, isLast: boolean): string {
  if (textWidth(line, size) <= width && !isLast) return line
  let visible = [...line]
  while (visible.length > 1 && textWidth(`${visible.join('')}…`, size) > width) visible = visible.slice(0, -1)
  return visible.length === [...line].length && !isLast ? line : `${visible.join('').trimEnd()}…`
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

export function escapeXml(text: string): string {
  return text.replace(/[&<>"]/g, (letter) => entities[letter] ?? letter).replace(/\p{Cc}/gu, ' ')
}
