import { black, contrast, flatten, parseColour, white } from '../../ui/colour.ts'

/** Where a story's button leads, on this site; null for anywhere else. `{alias}` stands for the card. */
export function linkWithin(href: string, alias: string, origin: string): string | null {
  return pathWithin(href.replaceAll('{alias}', encodeURIComponent(alias)), origin)
}

export const pictureWithin = (address: string, origin: string) => pathWithin(address, origin)

function pathWithin(address: string, origin: string): string | null {
  if (address === '' || !URL.canParse(address, origin)) return null
  const url = new URL(address, origin)
  return url.origin === origin ? url.pathname + url.search + url.hash : null
}

/** The colour behind a story's words: a light paper where it says none. */
export const groundOf = (ground: string) => parseColour(ground) ?? paper

const paper = [239, 217, 187, 1] as const

/** Whether dark words read better on it than light ones. */
export function isInkDark(ground: string): boolean {
  const colour = flatten(groundOf(ground), white)
  return contrast(black, colour) >= contrast(white, colour)
}
