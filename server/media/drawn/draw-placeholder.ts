import { beginningOf } from '#contract/text/beginning-of.ts'
import { initialsOf } from '#contract/text/initials.ts'
import { drawWords, escapeXml, widthOfWords } from './draw-words.ts'
import type { Sitter } from '../picture-store.ts'

const fallback = { iconBackground: '#e4f3f9', iconColor: '#015570', ground: '#fbfaf7', contact: '#015570', text: '#201b16' }

/** What stands where a picture would: never a broken one. */
export function drawInitials(sitter: Pick<Sitter, 'fullName' | 'iconBackground' | 'iconColor'>, size = 440, height = size): string {
  const background = colour(sitter.iconBackground, fallback.iconBackground)
  const ink = colour(sitter.iconColor, fallback.iconColor)
  const letters = initialsOf(sitter.fullName)
  const tall = (100 * height) / size
  const top = (100 - tall) / 2
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${height}" viewBox="0 ${top} 100 ${tall}" role="img"><title>${escapeXml(letters)}</title><rect y="${top}" width="100" height="${tall}" fill="${background}"/>${
    letters
      ? drawWords(letters, { x: 50 - widthOfWords(letters, 38) / 2, y: 63.5, size: 38, fill: ink })
      : `<g fill="${ink}"><circle cx="50" cy="40" r="15"/><path d="M20 86a30 26 0 0 1 60 0z"/></g>`
  }</svg>`
}

export function drawCompanyName({ companyName, text }: Sitter): string {
  const name = beginningOf(companyName, 60)
  const width = Math.max(60, Math.ceil(widthOfWords(name, 18)) + 20)
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="40" viewBox="0 0 ${width} 40" role="img">${drawWords(name, { x: 10, y: 26, size: 18, fill: colour(text, fallback.text) })}</svg>`
}

/** The ground with a little of the contact colour in it. */
export function drawBand({ ground, contact }: Sitter): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="1400" height="372" viewBox="0 0 1400 372" role="img"><rect width="1400" height="372" fill="${colour(ground, fallback.ground)}"/><rect width="1400" height="372" fill="${colour(contact, fallback.contact)}" fill-opacity=".12"/></svg>`
}

/** Owners' colours were checked when they were saved; a row from before is not believed. */
export function colour(value: string, otherwise: string): string {
  const hex = value.trim().replace(/^#?/, '#')
  return /^#([0-9a-f]{3}|[0-9a-f]{6})$/i.test(hex) ? hex : otherwise
}
