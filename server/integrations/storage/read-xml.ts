import { ownProperty } from '#common/own-property.ts'

const named: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/**
 * The content of each element of this name. Enough for S3's responses, which need no attributes and nest no element in its own kind.
 * It runs in linear time, also on input with unclosed elements.
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

/** The text of the first element, or null. */
export function textOf(xml: string, name: string): string | null {
  const [inside] = insidesOf(xml, name)
  return inside === undefined ? null : decode(inside)
}

const decode = (text: string): string =>
  text.replaceAll(/&(?:#x([\da-f]+)|#(\d+)|(\w+));/gi, (whole, hex?: string, decimal?: string, name?: string) => {
    if (name) return ownProperty(named, name) ?? whole
    const point = hex ? Number.parseInt(hex, 16) : Number(decimal)
    // An unknown character reference stays as it is.
    return point <= 0x10ffff ? String.fromCodePoint(point) : whole
  })

export const escapeXml = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
