import type { MenuItem } from '#contract/cards/cards.ts'
import { isOwn, isSameEntry, linkType, usualItem, usualKeyOf, usualKeys } from './usual-menu.ts'

/** The menu as its owner sees it: the usual entries under what was decided about them, and own ones, in their order. */
export function menuRows(menus: readonly MenuItem[]): MenuItem[] {
  const usual = usualKeys.map((key, place) => menus.find((item) => isSameEntry(item.key, key)) ?? usualItem(key, place))
  return [...usual, ...menus.filter(isOwn)].toSorted((a, b) => a.weight - b.weight)
}

/** What is kept of the rows: nothing of the usual entries where they are as they always are, and before all own ones. */
export function menusOf(rows: readonly MenuItem[], menus: readonly MenuItem[]): MenuItem[] {
  const placed = rows.map((item, place) => ({ ...item, weight: (place + 1) * 10 }))
  // What a menu never shows is not ours to throw away.
  const unseen = menus.filter(
    (item) => !rows.some(({ key }) => isSameEntry(key, item.key)) && !isOwn(item) && usualKeyOf(item.key) === null,
  )
  const isUsual = usualKeys.every((key, place) => {
    const item = placed[place]
    return item !== undefined && isUntouched(item, key, place)
  })
  if (!isUsual) return [...placed, ...unseen]
  // Own entries come after all of the usual ones, however many of those there are.
  return [...placed.slice(usualKeys.length).map((item) => ({ ...item, weight: item.weight + 20 })), ...unseen]
}

function isUntouched(item: MenuItem, key: (typeof usualKeys)[number], place: number): boolean {
  const usual = usualItem(key, place)
  if (!isSameEntry(item.key, key) || item.show !== usual.show || (item.version & usual.version) !== usual.version) return false
  return [item.label, item.seoTitle, item.seoDescription, item.seoKeywords].every((text) => text.trim() === '')
}

/** The usual menu again; own entries stay, behind it. */
export const backToUsual = (menus: readonly MenuItem[]): MenuItem[] =>
  menusOf([...usualKeys.map(usualItem), ...menuRows(menus).filter(isOwn)], menus)

export const isUsualMenu = (menus: readonly MenuItem[]): boolean => !menus.some(({ key }) => usualKeyOf(key) !== null)

export function aLink(rows: readonly MenuItem[]): MenuItem {
  const own = rows.map(({ key }) => /^link-(\d+)$/.exec(key)?.[1]).map(Number)
  const next = Math.max(0, ...own.filter((number) => !Number.isNaN(number))) + 1
  return { ...usualItem('home', rows.length), key: `link-${next}`, type: linkType, route: '' }
}
