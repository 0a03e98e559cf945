import { cardPages, type CardPage } from '#contract/pages.ts'

const pages = Object.keys(cardPages) as CardPage[]

/** Finds a page by its key or by the segment of its address, with or without a slash. */
export function pageByName(route: string): CardPage | null {
  const name = route.replace(/^\//, '').toLowerCase()
  return pages.find((page) => page.toLowerCase() === name || cardPages[page].segment === name) ?? null
}
