import { describe, expect, test } from 'vitest'
import type { MenuItem } from '#contract/cards/cards.ts'
import { permissionBits } from '#contract/permissions.ts'
import { plans } from '#contract/billing/plans.ts'
import { translatorFor } from '../../../../i18n/use-translate.ts'
import { menuEntries } from '../../../cards/frame/menu.ts'
import { moved } from '../../fields/sort-list.tsx'
import { iconInClass } from '../../../../ui/icons/named-icons.ts'
import { entryIcons, withIcon } from './entry-icon.ts'
import { aLink, resetMenu, isDefaultMenu, menuRows, menusOf } from './menu-rows.ts'
import { notesOf } from './menu-row.tsx'
import { device, defaultItem, defaultKeys } from './default-menu.ts'

const aMenuLink = (item: Partial<MenuItem> = {}): MenuItem => ({
  ...defaultItem('home', 20),
  key: 'open-houses',
  type: 2,
  route: 'https://example.com/open',
  label: 'Open houses',
  ...item,
})

/** A visitor's menu for these settings. */
const rowsOf = (menus: readonly MenuItem[], facts: { hasReviews?: boolean; hasReviewLink?: boolean } = {}) =>
  menuEntries(
    {
      address: { alias: 'maren' },
      permissions: permissionBits(plans.PRO),
      isTeam: false,
      menus,
      hasReviews: true,
      hasReviewLink: true,
      homeValueHref: 'https://example.com/value',
      ...facts,
    },
    translatorFor('en'),
  )
const visibleKeys = (...args: Parameters<typeof rowsOf>) => rowsOf(...args).map(({ key }) => key)
const keysOf = (items: readonly MenuItem[]) => items.map(({ key }) => key)

describe('ACCOUNT-2 NAV-4 the menu in the editor', () => {
  test('is the standard menu by default, and then nothing is saved', () => {
    expect(keysOf(menuRows([]))).toEqual(visibleKeys([]))
    expect(menusOf(menuRows([]), [])).toEqual([])
    expect(isDefaultMenu([])).toBe(true)
  })

  test.each(defaultKeys)('%s can be renamed, hidden and moved, and the card does so', (key) => {
    const change = (part: Partial<MenuItem>) =>
      menusOf(
        menuRows([]).map((item) => (item.key === key ? { ...item, ...part } : item)),
        [],
      )
    expect(rowsOf(change({ label: 'Mine' })).find((entry) => entry.key === key)?.label).toBe('Mine')
    expect(visibleKeys(change({ show: false }))).toEqual(defaultKeys.filter((other) => other !== key))
    const rows = menuRows([])
    const toFront = moved(rows, keysOf(rows).indexOf(key), 0)
    expect(visibleKeys(menusOf(toFront, []))).toEqual(keysOf(toFront))
  })

  test('the order holds with and without reviews, a review link and a home value link', () => {
    const hidden = menusOf(
      menuRows([]).map((item) => (item.key === 'connect' ? { ...item, label: 'Follow' } : item)),
      [],
    )
    expect(visibleKeys(hidden, { hasReviews: false, hasReviewLink: false })).toEqual([
      'home',
      'about',
      'homeValue',
      'vCard',
      'connect',
      'contact',
    ])
  })

  test('own links come after the standard entries, or where the owner moved them', () => {
    const last = menusOf([...menuRows([]), aMenuLink()], [])
    expect(keysOf(last)).toEqual(['open-houses'])
    expect(visibleKeys(last).at(-1)).toBe('open-houses')
    const rows = menuRows(last)
    const first = menusOf(moved(rows, rows.length - 1, 0), last)
    expect(visibleKeys(first)[0]).toBe('open-houses')
    expect(keysOf(menuRows(first))).toEqual(visibleKeys(first))
  })

  test('an entry named by the end of a page’s address belongs to that page', () => {
    const menus = [aMenuLink({ key: 'v-card', type: 1, route: 'v-card', label: 'Save me', weight: 1 })]
    expect(keysOf(menuRows(menus))).toHaveLength(defaultKeys.length)
    expect(menuRows(menus)[0]?.label).toBe('Save me')
    expect(rowsOf(menus)[0]?.label).toBe('Save me')
  })

  test('entries that no menu shows keep their place', () => {
    const menus = [aMenuLink({ key: 'settings', type: 1, route: 'settings' })]
    expect(keysOf(menuRows(menus))).toEqual([...defaultKeys])
    expect(keysOf(menusOf(menuRows(menus), menus))).toEqual(['settings'])
  })

  test('each device has its own entries', () => {
    const menus = menusOf([...menuRows([]), aMenuLink({ version: device.desktop })], [])
    expect(rowsOf(menus).at(-1)).toMatchObject({ key: 'open-houses', onDesktop: true, onMobile: false })
    expect(notesOf(aMenuLink({ version: device.desktop }))).toEqual(['desktops'])
    expect(notesOf(defaultItem('vCard', 0))).toEqual(['phonesOnly'])
  })

  test('the reset keeps own links, after the standard entries', () => {
    const rows = [
      aMenuLink(),
      ...menuRows([])
        .toReversed()
        .map((item) => ({ ...item, show: item.key === 'home', label: 'Odd' })),
    ]
    const odd = menusOf(rows, [])
    expect(isDefaultMenu(odd)).toBe(false)
    const standard = resetMenu(odd)
    expect(isDefaultMenu(standard)).toBe(true)
    expect(visibleKeys(standard)).toEqual([...defaultKeys, 'open-houses'])
  })

  test('a new link has a unique key', () => {
    const one = aLink(menuRows([]))
    expect(one.key).toBe('link-1')
    expect(aLink([...menuRows([]), one]).key).toBe('link-2')
  })

  test('an entry’s icon matches the card’s, and other class names stay', () => {
    for (const icon of entryIcons) {
      const cssClass = withIcon('featured globe', icon)
      expect(iconInClass(cssClass)).toBe(icon)
      expect(rowsOf([aMenuLink({ cssClass })]).at(-1)?.cssClass).toBe(cssClass)
      expect(cssClass).toContain('featured')
    }
    expect(withIcon('featured globe', null)).toBe('featured')
  })
})
