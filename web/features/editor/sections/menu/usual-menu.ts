import type { MenuItem } from '#contract/cards/cards.ts'
import { cardPages } from '#contract/pages.ts'

export const device = { desktop: 1, mobile: 2 } as const
export const everywhere = device.desktop | device.mobile
const pageType = 1
export const linkType = 2

/** The entries every card’s menu begins with, in their order; `vCard` is of phones. */
export const usualKeys = ['home', 'about', 'reviews', 'review', 'homeValue', 'vCard', 'connect', 'contact'] as const
export type UsualKey = (typeof usualKeys)[number]

const versionOf = (key: UsualKey): number => (key === 'vCard' ? device.mobile : everywhere)

const pages = Object.entries(cardPages)

/** An entry by its page: owners’ menus name it by the page’s key or by the end of its address. */
const pageOf = (key: string): string => {
  const name = key.replace(/^\//, '').toLowerCase()
  return pages.find(([page, { segment }]) => page.toLowerCase() === name || segment === name)?.[0] ?? name
}

export const isSameEntry = (one: string, other: string): boolean => pageOf(one) === pageOf(other)

export const usualKeyOf = (key: string): UsualKey | null => usualKeys.find((usual) => isSameEntry(usual, key)) ?? null

/** Other pages of a card have no place in a menu: an entry that is named after one is kept and never shown. */
const isPageKey = (key: string) => pages.some(([page]) => isSameEntry(page, key))
export const isOwn = ({ key }: MenuItem): boolean => usualKeyOf(key) === null && !isPageKey(key)

/** An entry as it is before its owner decides anything. An empty label is the usual one, in the reader’s language. */
export const usualItem = (key: UsualKey, place: number): MenuItem => ({
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
