import { cardPages, sidePages } from '#contract/pages.ts'

const kept: ReadonlySet<string> = new Set([...Object.values(cardPages).map(({ segment }) => segment), sidePages.install])

/** Whether a page opens without a connection: one of a card, where there is a worker that has it. */
export function opensOffline(pathname: string, hasWorker: boolean): boolean {
  const [, , ...rest] = pathname.replace(/\/$/, '').split('/')
  const [segment = '', ...more] = rest[0] === 'v' ? rest.slice(2) : rest
  return hasWorker && more.length === 0 && kept.has(segment)
}

/** A plain press on a link that leads to another page of ours. */
export function leavesFor(event: MouseEvent): HTMLAnchorElement | null {
  const link = event.target instanceof Element ? event.target.closest('a') : null
  const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey
  if (!link?.href || !isPlain || event.defaultPrevented) return null
  const isElsewhere = link.origin !== location.origin || (link.target !== '' && link.target !== '_self')
  // What a page shows under an address of its own it mostly has already, as an opened contact.
  const isHere = link.pathname === location.pathname
  return isElsewhere || isHere ? null : link
}
