import { cardPages, type CardPage } from '#contract/pages.ts'

const pages = Object.keys(cardPages) as CardPage[]

/** The page an owner means: by its key or by the segment of its address, with or without a slash. */
export function pageNamed(route: string): CardPage | null {
  const name = route.replace(/^\//, '').toLowerCase()
  return pages.find((page) => page.toLowerCase() === name || cardPages[page].segment === name) ?? null
}
