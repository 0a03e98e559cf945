import { cardPages, sidePages } from '#contract/pages.ts'
import type { ShortLink } from './tables.ts'

/** A card's own page is stored as a path, so that its short link survives a change of PUBLIC_URL. */
export function toStored(link: string, publicUrl: string): string {
  return link.startsWith(`${publicUrl}/`) ? link.slice(publicUrl.length) : link
}

const pages = [...Object.values(cardPages).map(({ segment }) => segment), sidePages.install].join('|')
const cardPage = new RegExp(`^/[a-z0-9-]+(/v/[\\w.-]+|(/v/[\\w.-]+)?/(${pages}))$`, 'i')

/**
 * The addresses a stored link may stand for, likeliest first. Rows from before `isOwnPage` are absolute, also for the card's pages
 * under an earlier PUBLIC_URL: such a path is tried here, and `readTarget` checks that it is a page of the same card. A path of one
 * segment is not tried: it is as likely a profile on another site, and no row says which hosts were this installation's.
 */
export function fromStored({ longUrl, isOwnPage }: Pick<ShortLink, 'longUrl' | 'isOwnPage'>, publicUrl: string): string[] {
  if (longUrl.startsWith('/')) return [publicUrl + longUrl]
  const { origin, pathname, search } = new URL(longUrl)
  const isPage = isOwnPage === null && origin !== publicUrl && search === '' && cardPage.test(pathname)
  return isPage ? [longUrl, publicUrl + pathname] : [longUrl]
}
