import { black, contrast, flatten, parseColor, white } from '../../ui/color.ts'

/** A link on this site, or null. `{alias}` is replaced by the card's alias. */
export function sameSiteLink(href: string, alias: string, origin: string): string | null {
  return sameSitePath(href.replaceAll('{alias}', encodeURIComponent(alias)), origin)
}

export const sameSitePicture = (address: string, origin: string) => sameSitePath(address, origin)

function sameSitePath(address: string, origin: string): string | null {
  if (address === '' || !URL.canParse(address, origin)) return null
  const url = new URL(address, origin)
  return url.origin === origin ? url.pathname + url.search + url.hash : null
}

/** The background color of a story; a light paper color by default. */
export const backgroundOf = (ground: string) => parseColor(ground) ?? paper

const paper = [239, 217, 187, 1] as const

/** Whether dark text has more contrast on it than light text. */
export function isTextDark(ground: string): boolean {
  const color = flatten(backgroundOf(ground), white)
  return contrast(black, color) >= contrast(white, color)
}
