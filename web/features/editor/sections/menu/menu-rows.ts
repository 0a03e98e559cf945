import type { MenuItem } from '#contract/cards/cards.ts'
import { isOwn, isSameEntry, linkType, defaultItem, defaultKeyOf, defaultKeys } from './default-menu.ts'

/** The menu in the editor: standard entries with the owner's changes, and the owner's links, in order. */
export function menuRows(menus: readonly MenuItem[]): MenuItem[] {
  const standard = defaultKeys.map((key, place) => menus.find((item) => isSameEntry(item.key, key)) ?? defaultItem(key, place))
  return [...standard, ...menus.filter(isOwn)].toSorted((a, b) => a.weight - b.weight)
}

/** The rows to save: standard entries are left out if they are unchanged and come first. */
export function menusOf(rows: readonly MenuItem[], menus: readonly MenuItem[]): MenuItem[] {
  const placed = rows.map((item, place) => ({ ...item, weight: (place + 1) * 10 }))
  // Entries that no menu shows are preserved.
  const unseen = menus.filter(
    (item) => !rows.some(({ key }) => isSameEntry(key, item.key)) && !isOwn(item) && defaultKeyOf(item.key) === null,
  )
  const isUsual = defaultKeys.every((key, place) => {
    const item = placed[place]
    return item !== undefined && isUntouched(item, key, place)
  })
  if (!isUsual) return [...placed, ...unseen]
  // Owner's links come after all standard entries.
  return [...placed.slice(defaultKeys.length).map((item) => ({ ...item, weight: item.weight + 20 })), ...unseen]
}

function isUntouched(item: MenuItem, key: (typeof defaultKeys)[number], place: number): boolean {
  const standard = defaultItem(key, place)
  if (!isSameEntry(item.key, key) || item.show !== standard.show || (item.version & standard.version) !== standard.version) return false
  return [item.label, item.seoTitle, item.seoDescription, item.seoKeywords].every((text) => text.trim() === '')
}

/** The standard menu, followed by the owner's links. */
export const resetMenu = (menus: readonly MenuItem[]): MenuItem[] =>
  menusOf([...defaultKeys.map(defaultItem), ...menuRows(menus).filter(isOwn)], menus)

export const isDefaultMenu = (menus: readonly MenuItem[]): boolean => !menus.some(({ key }) => defaultKeyOf(key) !== null)

export function aLink(rows: readonly MenuItem[]): MenuItem {
  const own = rows.map(({ key }) => /^link-(\d+)$/.exec(key)?.[1]).map(Number)
  const next = Math.max(0, ...own.filter((number) => !Number.isNaN(number))) + 1
  return { ...defaultItem('home', rows.length), key: `link-${next}`, type: linkType, route: '' }
}
