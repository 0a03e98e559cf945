import type { MenuItem } from '#contract/cards/cards.ts'
import { permissionBits, permissions } from '#contract/permissions.ts'
import { describe, expect, test } from 'vitest'
import { translatorFor } from '../../../i18n/use-translate.ts'
import { menuEntries, type MenuFacts } from './menu.ts'

const t = translatorFor('en')
const everything = permissionBits(['Home', 'About', 'Reviews', 'ReviewMe', 'VCard', 'Connect', 'Contact', 'CustomMenus'])

const someFacts = (facts: Partial<MenuFacts> = {}): MenuFacts => ({
  address: { alias: 'maren' },
  permissions: everything,
  isTeam: false,
  menus: [],
  hasReviews: true,
  hasReviewLink: true,
  homeValueHref: 'https://example.com/value',
  ...facts,
})

const anItem = (item: Partial<MenuItem>): MenuItem => ({
  key: 'open-houses',
  version: 3,
  type: 2,
  show: true,
  route: 'https://example.com/open',
  cssClass: '',
  label: 'Open houses',
  weight: 500,
  seoTitle: '',
  seoDescription: '',
  seoKeywords: '',
  editable: true,
  ...item,
})

const labels = (facts: MenuFacts) => menuEntries(facts, t).map(({ label }) => label)

describe('menuEntries', () => {
  test('NAV-4 has the default menu in order', () => {
    expect(labels(someFacts())).toEqual([
      'Home',
      'About Me',
      'My Reviews',
      'Review Me',
      'Your Home Value',
      'Add To Contacts',
      'Connect With Me',
      'Contact Me',
    ])
  })

  test('NAV-4 HOME-9 a team’s menu says Us and Our', () => {
    expect(labels(someFacts({ isTeam: true, homeValueHref: null }))).toEqual([
      'Home',
      'About Us',
      'Our Reviews',
      'Review Us',
      'Add To Contacts',
      'Connect With Us',
      'Contact Us',
    ])
  })

  test('NAV-4 hides reviews, review links and home value without content', () => {
    const facts = someFacts({ hasReviews: false, hasReviewLink: false, homeValueHref: null })
    expect(labels(facts)).toEqual(['Home', 'About Me', 'Add To Contacts', 'Connect With Me', 'Contact Me'])
  })

  test('NAV-4 an owner’s entry changes a default entry’s label and position, not link', () => {
    const entries = menuEntries(
      someFacts({ menus: [anItem({ key: 'about', label: 'My story', weight: 999, route: 'https://evil.example' })] }),
      t,
    )
    expect(entries.at(-1)).toMatchObject({ label: 'My story', href: '/maren/about', page: 'about' })
  })

  test('NAV-4 an owner can hide an entry', () => {
    expect(labels(someFacts({ menus: [anItem({ key: 'contact', show: false })] }))).not.toContain('Contact Me')
  })

  test('NAV-4 sorts the owner’s links by weight and opens them in a new tab', () => {
    const entries = menuEntries(someFacts({ menus: [anItem({ weight: 15 })] }), t)
    expect(entries[1]).toMatchObject({ label: 'Open houses', href: 'https://example.com/open', page: null })
  })

  test('NAV-4 shows an entry on the devices of its version', () => {
    const devices = (version: number) => menuEntries(someFacts({ menus: [anItem({ version, weight: 0 })] }), t)[0]
    expect(devices(1)).toMatchObject({ onDesktop: true, onMobile: false })
    expect(devices(2)).toMatchObject({ onDesktop: false, onMobile: true })
    expect(devices(3)).toMatchObject({ onDesktop: true, onMobile: true })
  })

  test('NAV-4 Add To Contacts is for phones', () => {
    expect(menuEntries(someFacts(), t).find(({ page }) => page === 'vCard')).toMatchObject({ onDesktop: false, onMobile: true })
  })

  test('DESK-3 disables own links without the permission, with a Pro badge on Free', () => {
    const shut = (more: number) =>
      menuEntries(someFacts({ permissions: (everything & ~permissions.CustomMenus) | more, menus: [anItem({ route: '' })] }), t).at(-1)
    expect(shut(0)).toMatchObject({ label: 'Open houses', href: null, isPro: false })
    expect(shut(permissions.ShowFreemiumBanners)).toMatchObject({ href: null, isPro: true })
  })

  test('hides pages without their permission', () => {
    expect(labels(someFacts({ permissions: permissionBits(['Home', 'Connect']), homeValueHref: null }))).toEqual([
      'Home',
      'Connect With Me',
    ])
  })

  test('drops a link that could run a script', () => {
    expect(labels(someFacts({ menus: [anItem({ route: 'javascript:alert(1)' })] }))).not.toContain('Open houses')
  })

  test('a versioned card’s menu stays in its version', () => {
    const entries = menuEntries(someFacts({ address: { alias: 'maren', version: 'spring' } }), t)
    expect(entries[0]?.href).toBe('/maren/v/spring/home')
  })
})
