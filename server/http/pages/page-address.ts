import { installKindOf } from '#common/browser/install-browser.ts'
import { pageKindOf } from '#common/page-kind.ts'
import { cardPages, pageQueries, sidePages } from '#contract/pages.ts'

/** Parameters that change a page with this one value only. Other values, such as the `source` of a link in a mail, change nothing. */
const onlyValues: ReadonlyMap<string, string> = new Map([
  ['source', 'pwa'],
  ['simulateStandalone', 'on'],
  ['share', ''],
])
const isRead = (name: string, value: string) => pageQueries.has(name) && (onlyValues.get(name) ?? value) === value

/** The URL of a page request. A path with two leading slashes would name another host in a redirect. */
export function pageUrl(request: Request): URL {
  const url = new URL(request.url)
  if (url.pathname.startsWith('//')) url.pathname = url.pathname.replace(/^\/+/, '/')
  return url
}

/**
 * Splits an address into the part a page is rendered from and the tail of other query parameters, such as campaign tags, so that
 * a card shared with different tails is one cache entry.
 */
export function pageAddress(address: string): { address: string; tail: string } {
  const at = address.indexOf('?')
  if (at === -1) return { address, tail: '' }
  const read = new URLSearchParams()
  const tail = new URLSearchParams()
  for (const [name, value] of new URLSearchParams(address.slice(at))) (isRead(name, value) ? read : tail).append(name, value)
  return { address: address.slice(0, at) + (read.size > 0 ? `?${read}` : ''), tail: String(tail) }
}

const cacheableQueries: ReadonlySet<string> = new Set(['', '?source=pwa', '?simulateStandalone=on'])
const pageOf: ReadonlyMap<string, string> = new Map(Object.entries(cardPages).map(([page, { segment }]) => [segment, page]))

/**
 * True if the query string is one of a known few. Others can be made up without limit, and would evict popular cards from the
 * cache.
 */
export function isCacheableQuery({ pathname, search }: URL): boolean {
  if (cacheableQueries.has(search)) return true
  // Navigation within a card requests the data of the new route alone, by its route id.
  const page = pageOf.get(/\/([a-z-]+)\.data$/.exec(pathname)?.[1] ?? '')
  return page !== undefined && (search === `?_routes=${page}` || search === `?_routes=${page}-versioned`)
}

/** Rendered for the exact browser, not only for its kind. */
const installPage = new RegExp(`/${sidePages.install}(\\.data)?/?(\\?|$)`)

/** The cache key of a page: its language, the kind of browser, and the part of the address it is rendered from. */
export function pageKey(language: string, userAgent: string | null | undefined, address: string): string {
  const browser = installPage.test(address) ? ` ${installKindOf(userAgent)}` : ''
  return `${language} ${pageKindOf(userAgent)}${browser} ${address.includes('?') ? pageAddress(address).address : address}`
}
