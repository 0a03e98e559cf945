import { cardPages, sidePages } from '#contract/pages.ts'
import type { ShortLink } from './tables.ts'

/** A card's own page is stored as a path, so that its short link outlives a change of PUBLIC_URL. */
export function toStored(link: string, publicUrl: string): string {
  return link.startsWith(`${publicUrl}/`) ? link.slice(publicUrl.length) : link
}

const pages = [...Object.values(cardPages).map(({ segment }) => segment), sidePages.install].join('|')
const cardPage = new RegExp(`^/[a-z0-9-]+(/v/[\\w.-]+)?(/(${pages})?)?$`, 'i')

/**
 * The addresses a stored link may mean today, likeliest first. Rows from before `isOwnPage` hold absolute addresses, also of the
 * card's pages under an earlier PUBLIC_URL: such a path leads to a card here, and whose card that is gets checked anyway.
 */
export function fromStored({ longUrl, isOwnPage }: Pick<ShortLink, 'longUrl' | 'isOwnPage'>, publicUrl: string): string[] {
  if (longUrl.startsWith('/')) return [publicUrl + longUrl]
  const { origin, pathname, search } = new URL(longUrl)
  const isPage = isOwnPage === null && origin !== publicUrl && search === '' && cardPage.test(pathname)
  return isPage ? [longUrl, publicUrl + pathname] : [longUrl]
}
