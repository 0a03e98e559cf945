import { ownOf } from '#contract/own-of.ts'

const named: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/**
 * What stands in each element of this name. Enough for what S3 answers: no attributes we read, and none inside one of its own name.
 * Each letter is looked at once or twice: an answer full of openings without ends costs no more than another.
 */
export function insidesOf(xml: string, name: string): string[] {
  const insides: string[] = []
  const opening = new RegExp(`<${name}(?:\\s[^<>]*)?>`, 'g')
  const ending = `</${name}>`
  for (let open = opening.exec(xml); open; open = opening.exec(xml)) {
    const end = xml.indexOf(ending, opening.lastIndex)
    if (end === -1) break
    insides.push(xml.slice(opening.lastIndex, end))
    opening.lastIndex = end + ending.length
  }
  return insides
}

/** The text of the first, or null. */
export function textOf(xml: string, name: string): string | null {
  const [inside] = insidesOf(xml, name)
  return inside === undefined ? null : decode(inside)
}

const decode = (text: string): string =>
  text.replaceAll(/&(?:#x([\da-f]+)|#(\d+)|(\w+));/gi, (whole, hex?: string, decimal?: string, name?: string) => {
    if (name) return ownOf(named, name) ?? whole
    const point = hex ? Number.parseInt(hex, 16) : Number(decimal)
    // No such letter: it stays as it was written.
    return point <= 0x10ffff ? String.fromCodePoint(point) : whole
  })

export const escapeXml = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
