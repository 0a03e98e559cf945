import { installKindOf } from '#contract/install-browser.ts'
import { pageKindOf } from '#contract/page-kind.ts'
import { cardPages, pageQueries, sidePages } from '#contract/pages.ts'

/** Of these words pages know one value. With any other they make no other page, as the `source` of a link in a mail. */
const onlyValues: ReadonlyMap<string, string> = new Map([
  ['source', 'pwa'],
  ['simulateStandalone', 'on'],
])
const isRead = (name: string, value: string) => pageQueries.has(name) && (onlyValues.get(name) ?? value) === value

/** Where a page is asked for. With two slashes at its front, a path would name another site wherever it is given back. */
export function pageUrl(request: Request): URL {
  const url = new URL(request.url)
  if (url.pathname.startsWith('//')) url.pathname = url.pathname.replace(/^\/+/, '/')
  return url
}

/**
 * The part of an address that a page is made from. What campaigns and other sites hang on it is told to nobody
 * who draws, so that a card shared with a different tail each time is still one page.
 */
export function pageAddress(address: string): { address: string; tail: string } {
  const at = address.indexOf('?')
  if (at === -1) return { address, tail: '' }
  const read = new URLSearchParams()
  const tail = new URLSearchParams()
  for (const [name, value] of new URLSearchParams(address.slice(at))) (isRead(name, value) ? read : tail).append(name, value)
  return { address: address.slice(0, at) + (read.size > 0 ? `?${read}` : ''), tail: String(tail) }
}

const everybodys: ReadonlySet<string> = new Set(['', ...[...onlyValues].map((said) => `?${said.join('=')}`)])
const pageOf: ReadonlyMap<string, string> = new Map(Object.entries(cardPages).map(([page, { segment }]) => [segment, page]))

/**
 * Whether a page is made of nothing behind the `?` that somebody could make up: there are as many of the others as anybody
 * likes, and they would push out the cards that people look at.
 */
export function isForEverybody({ pathname, search }: URL): boolean {
  if (everybodys.has(search)) return true
  // Who walks on within a card asks for the new page alone, by its name in the address tree.
  const page = pageOf.get(/\/([a-z-]+)\.data$/.exec(pathname)?.[1] ?? '')
  return page !== undefined && (search === `?_routes=${page}` || search === `?_routes=${page}-versioned`)
}

/** Rendered for the exact browser, not only for the size of its screen. */
const installPage = new RegExp(`/${sidePages.install}(\\.data)?/?(\\?|$)`)

/** The cache key of a page: its language, the kind of browser, and the part of the address it is rendered from. */
export function pageKey(language: string, userAgent: string | null | undefined, address: string): string {
  const kind = installPage.test(address) ? installKindOf(userAgent) : pageKindOf(userAgent)
  return `${language} ${kind} ${address.includes('?') ? pageAddress(address).address : address}`
}
