import type { MenuItem } from '#contract/cards/cards.ts'
import { cardPages } from '#contract/pages.ts'

export const device = { desktop: 1, mobile: 2 } as const
export const everywhere = device.desktop | device.mobile
const pageType = 1
export const linkType = 2

/** The standard menu entries in order; `vCard` is for phones. */
export const defaultKeys = ['home', 'about', 'reviews', 'review', 'homeValue', 'vCard', 'connect', 'contact'] as const
export type DefaultKey = (typeof defaultKeys)[number]

const versionOf = (key: DefaultKey): number => (key === 'vCard' ? device.mobile : everywhere)

const pages = Object.entries(cardPages)

/** The page of an entry: menus name it by the page's key or the end of its address. */
const pageOf = (key: string): string => {
  const name = key.replace(/^\//, '').toLowerCase()
  return pages.find(([page, { segment }]) => page.toLowerCase() === name || segment === name)?.[0] ?? name
}

export const isSameEntry = (one: string, other: string): boolean => pageOf(one) === pageOf(other)

export const defaultKeyOf = (key: string): DefaultKey | null => defaultKeys.find((candidate) => isSameEntry(candidate, key)) ?? null

/** Other pages are never in a menu: their entries are preserved and not shown. */
const isPageKey = (key: string) => pages.some(([page]) => isSameEntry(page, key))
export const isOwn = ({ key }: MenuItem): boolean => defaultKeyOf(key) === null && !isPageKey(key)

/** A default entry. An empty label means the page's name in the reader's language. */
export const defaultItem = (key: DefaultKey, place: number): MenuItem => ({
  key,
  version: versionOf(key),
  type: key === 'homeValue' ? linkType : pageType,
  show: true,
  route: key === 'homeValue' ? '' : key,
  cssClass: '',
  label: '',
  weight: (place + 1) * 10,
  seoTitle: '',
  seoDescription: '',
  seoKeywords: '',
  editable: true,
})
