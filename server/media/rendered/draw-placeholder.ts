import { beginningOf } from '#common/text/beginning-of.ts'
import { initialsOf } from '#common/text/initials.ts'
import { drawText, escapeXml, textWidth } from './draw-text.ts'
import type { PlaceholderCard } from '../picture-store.ts'

const fallback = { iconBackground: '#e4f3f9', iconColor: '#015570', ground: '#fbfaf7', contact: '#015570', text: '#201b16' }

/** The placeholder for a missing portrait. */
export function drawInitials(
  sitter: Pick<PlaceholderCard, 'fullName' | 'iconBackground' | 'iconColor'>,
  size = 440,
  height = size,
): string {
  const background = safeColor(sitter.iconBackground, fallback.iconBackground)
  const ink = safeColor(sitter.iconColor, fallback.iconColor)
  const letters = initialsOf(sitter.fullName)
  const tall = (100 * height) / size
  const top = (100 - tall) / 2
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${height}" viewBox="0 ${top} 100 ${tall}" role="img"><title>${escapeXml(letters)}</title><rect y="${top}" width="100" height="${tall}" fill="${background}"/>${
    letters
      ? drawText(letters, { x: 50 - textWidth(letters, 38) / 2, y: 63.5, size: 38, fill: ink })
      : `<g fill="${ink}"><circle cx="50" cy="40" r="15"/><path d="M20 86a30 26 0 0 1 60 0z"/></g>`
  }</svg>`
}

export function drawCompanyName({ companyName, text }: PlaceholderCard): string {
  const name = beginningOf(companyName, 60)
  const width = Math.max(60, Math.ceil(textWidth(name, 18)) + 20)
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="40" viewBox="0 0 ${width} 40" role="img">${drawText(name, { x: 10, y: 26, size: 18, fill: safeColor(text, fallback.text) })}</svg>`
}

/** The background with a tint of the contact color. */
export function drawBand({ ground, contact }: PlaceholderCard): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="1400" height="372" viewBox="0 0 1400 372" role="img"><rect width="1400" height="372" fill="${safeColor(ground, fallback.ground)}"/><rect width="1400" height="372" fill="${safeColor(contact, fallback.contact)}" fill-opacity=".12"/></svg>`
}

/** Owners' colors are validated on save; older rows may contain anything. */
export function safeColor(value: string, otherwise: string): string {
  const hex = value.trim().replace(/^#?/, '#')
  return /^#([0-9a-f]{3}|[0-9a-f]{6})$/i.test(hex) ? hex : otherwise
}
