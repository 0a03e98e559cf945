import { describe, expect, test } from 'vitest'
import type { MenuItem } from '#contract/cards/cards.ts'
import { numberOf } from '#contract/permissions.ts'
import { plans } from '#contract/billing/plans.ts'
import { translatorFor } from '../../../../i18n/use-translate.ts'
import { menuEntries } from '../../../cards/frame/menu.ts'
import { moved } from '../../fields/sort-list.tsx'
import { iconInClass } from '../../../../ui/icons/named-icons.ts'
import { entryIcons, withIcon } from './entry-icon.ts'
import { aLink, backToUsual, isUsualMenu, menuRows, menusOf } from './menu-rows.ts'
import { notesOf } from './menu-row.tsx'
import { device, usualItem, usualKeys } from './usual-menu.ts'

const aMenuLink = (item: Partial<MenuItem> = {}): MenuItem => ({
  ...usualItem('home', 20),
  key: 'open-houses',
  type: 2,
  route: 'https://example.com/open',
  label: 'Open houses',
  ...item,
})

/** What a visitor's menu lists of these menus. */
const shown = (menus: readonly MenuItem[], facts: { hasReviews?: boolean; hasReviewLink?: boolean } = {}) =>
  menuEntries(
    {
      address: { alias: 'maren' },
      permissions: numberOf(plans.PRO),
      isTeam: false,
      menus,
      hasReviews: true,
      hasReviewLink: true,
      homeValueHref: 'https://example.com/value',
      ...facts,
    },
    translatorFor('en'),
  )
const keysShown = (...given: Parameters<typeof shown>) => shown(...given).map(({ key }) => key)
const keysOf = (items: readonly MenuItem[]) => items.map(({ key }) => key)

describe('ACCOUNT-2 NAV-4 the menu in the editor', () => {
  test('is the card’s usual menu where nothing was decided, and then nothing is kept', () => {
    expect(keysOf(menuRows([]))).toEqual(keysShown([]))
    expect(menusOf(menuRows([]), [])).toEqual([])
    expect(isUsualMenu([])).toBe(true)
  })

  test.each(usualKeys)('%s can be renamed, hidden and moved, and the card does so', (key) => {
    const change = (part: Partial<MenuItem>) =>
      menusOf(
        menuRows([]).map((item) => (item.key === key ? { ...item, ...part } : item)),
        [],
      )
    expect(shown(change({ label: 'Mine' })).find((entry) => entry.key === key)?.label).toBe('Mine')
    expect(keysShown(change({ show: false }))).toEqual(usualKeys.filter((other) => other !== key))
    const rows = menuRows([])
    const toFront = moved(rows, keysOf(rows).indexOf(key), 0)
    expect(keysShown(menusOf(toFront, []))).toEqual(keysOf(toFront))
  })

  test('an order holds whether or not a card has reviews, a review link and a home’s value', () => {
    const hidden = menusOf(
      menuRows([]).map((item) => (item.key === 'connect' ? { ...item, label: 'Follow' } : item)),
      [],
    )
    expect(keysShown(hidden, { hasReviews: false, hasReviewLink: false })).toEqual([
      'home',
      'about',
      'homeValue',
      'vCard',
      'connect',
      'contact',
    ])
  })

  test('own links come after the usual entries, or where their owner put them', () => {
    const last = menusOf([...menuRows([]), aMenuLink()], [])
    expect(keysOf(last)).toEqual(['open-houses'])
    expect(keysShown(last).at(-1)).toBe('open-houses')
    const rows = menuRows(last)
    const first = menusOf(moved(rows, rows.length - 1, 0), last)
    expect(keysShown(first)[0]).toBe('open-houses')
    expect(keysOf(menuRows(first))).toEqual(keysShown(first))
  })

  test('an entry that was named by the end of its page’s address is that page’s', () => {
    const menus = [aMenuLink({ key: 'v-card', type: 1, route: 'v-card', label: 'Save me', weight: 1 })]
    expect(keysOf(menuRows(menus))).toHaveLength(usualKeys.length)
    expect(menuRows(menus)[0]?.label).toBe('Save me')
    expect(shown(menus)[0]?.label).toBe('Save me')
  })

  test('what a menu never shows is kept where it was', () => {
    const menus = [aMenuLink({ key: 'settings', type: 1, route: 'settings' })]
    expect(keysOf(menuRows(menus))).toEqual([...usualKeys])
    expect(keysOf(menusOf(menuRows(menus), menus))).toEqual(['settings'])
  })

  test('each device has its own entries', () => {
    const menus = menusOf([...menuRows([]), aMenuLink({ version: device.desktop })], [])
    expect(shown(menus).at(-1)).toMatchObject({ key: 'open-houses', onDesktop: true, onMobile: false })
    expect(notesOf(aMenuLink({ version: device.desktop }))).toEqual(['desktops'])
    expect(notesOf(usualItem('vCard', 0))).toEqual(['phonesOnly'])
  })

  test('back to the usual menu keeps own links, behind it', () => {
    const rows = [
      aMenuLink(),
      ...menuRows([])
        .toReversed()
        .map((item) => ({ ...item, show: item.key === 'home', label: 'Odd' })),
    ]
    const odd = menusOf(rows, [])
    expect(isUsualMenu(odd)).toBe(false)
    const usual = backToUsual(odd)
    expect(isUsualMenu(usual)).toBe(true)
    expect(keysShown(usual)).toEqual([...usualKeys, 'open-houses'])
  })

  test('a new link has a name of its own', () => {
    const one = aLink(menuRows([]))
    expect(one.key).toBe('link-1')
    expect(aLink([...menuRows([]), one]).key).toBe('link-2')
  })

  test('an entry’s icon is the one on the card, and other words of its class stay', () => {
    for (const icon of entryIcons) {
      const cssClass = withIcon('featured globe', icon)
      expect(iconInClass(cssClass)).toBe(icon)
      expect(shown([aMenuLink({ cssClass })]).at(-1)?.cssClass).toBe(cssClass)
      expect(cssClass).toContain('featured')
    }
    expect(withIcon('featured globe', null)).toBe('featured')
  })
})
