import type { PageKind } from '#contract/page-kind.ts'
import { pageQueries } from '#contract/pages.ts'

/**
 * The part of an address that a page is made from. What campaigns and other sites hang on it is told to nobody
 * who draws, so that a card shared with a different tail each time is still one page.
 */
export function pageAddress(address: string): { address: string; tail: string } {
  const at = address.indexOf('?')
  if (at === -1) return { address, tail: '' }
  const read = new URLSearchParams()
  const tail = new URLSearchParams()
  for (const [name, value] of new URLSearchParams(address.slice(at))) (pageQueries.has(name) ? read : tail).append(name, value)
  return { address: address.slice(0, at) + (read.size > 0 ? `?${read}` : ''), tail: String(tail) }
}

/** How a kept page is found again: by what it is made from, in which language, and for what it is held in. */
export function pageKey(language: string, kind: PageKind, address: string): string {
  return `${language} ${kind} ${address.includes('?') ? pageAddress(address).address : address}`
}
