import type { MenuItem } from '#contract/cards/cards.ts'
import { cardHref, cardPages, type CardAddress, type CardPage } from '#contract/pages.ts'
import { has } from '#contract/permissions.ts'
import type { Translate } from '#common/messages/message.ts'
import { safeLink } from '../../../ui/safe-link.ts'
import { pageByName } from '../page-by-name.ts'

export type MenuEntry = {
  key: string
  label: string
  /** The owner's one-line description. */
  about: string
  /** Null if the card's plan doesn't include the link. */
  href: string | null
  page: CardPage | null
  isPro: boolean
  /** Owners can put the name of an icon here. */
  cssClass: string
  onDesktop: boolean
  onMobile: boolean
}

/** What decides which entries a menu has. */
export type MenuFacts = {
  address: CardAddress
  permissions: number
  isTeam: boolean
  menus: readonly MenuItem[]
  hasReviews: boolean
  hasReviewLink: boolean
  homeValueHref: string | null
}

const device = { desktop: 1, mobile: 2 } as const
const everywhere = device.desktop | device.mobile
const routeType = 1
const linkType = 2

type Draft = Pick<MenuItem, 'key' | 'version' | 'type' | 'route' | 'label' | 'weight' | 'show' | 'cssClass' | 'seoDescription'>

/** The default menu, in order. */
function defaultDrafts(facts: MenuFacts, t: Translate): Draft[] {
  const team = { team: facts.isTeam }
  const page = (key: CardPage, label: string, version: number = everywhere): Omit<Draft, 'weight'> => ({
    key,
    version,
    type: routeType,
    route: key,
    label,
    show: true,
    cssClass: '',
    seoDescription: '',
  })
  const drafts = [
    page('home', t('menu.home')),
    page('about', t('menu.about', team)),
    ...(facts.hasReviews ? [page('reviews', t('menu.reviews', team))] : []),
    ...(facts.hasReviewLink ? [page('review', t('menu.review', team))] : []),
    ...(facts.homeValueHref
      ? [
          {
            key: 'homeValue',
            version: everywhere,
            type: linkType,
            route: facts.homeValueHref,
            label: t('menu.homeValue'),
            show: true,
            cssClass: 'house',
            seoDescription: '',
          } as const,
        ]
      : []),
    page('vCard', t('menu.vCard'), device.mobile),
    page('connect', t('menu.connect', team)),
    page('contact', t('menu.contact', team)),
  ]
  return drafts.map((draft, place) => ({ ...draft, weight: (place + 1) * 10 }))
}

/** The owner can change an entry's text, but not where it leads. */
function merge(defaults: Draft, theirs: MenuItem): Draft {
  return {
    ...defaults,
    label: theirs.label.trim() || defaults.label,
    weight: theirs.weight,
    show: theirs.show,
    version: defaults.version & theirs.version,
    seoDescription: theirs.seoDescription,
  }
}

const sameKey = (a: string, b: string) => (pageByName(a) ?? a.toLowerCase()) === (pageByName(b) ?? b.toLowerCase())

export function menuEntries(facts: MenuFacts, t: Translate): MenuEntry[] {
  const defaults = defaultDrafts(facts, t)
  const merged = defaults.map((draft) => {
    const theirs = facts.menus.find(({ key }) => sameKey(key, draft.key))
    return theirs ? merge(draft, theirs) : draft
  })
  const own = facts.menus.filter(({ key }) => !defaults.some((draft) => sameKey(key, draft.key)) && !isDefaultKey(key))

  return [...merged, ...own]
    .filter(({ show }) => show)
    .toSorted((a, b) => a.weight - b.weight)
    .flatMap((draft) => toEntry(draft, facts) ?? [])
}

/** A default entry without content is hidden, even if the owner renamed it. */
const isDefaultKey = (key: string) => pageByName(key) !== null || key.toLowerCase() === 'homevalue'

function toEntry(draft: Draft, facts: MenuFacts): MenuEntry | null {
  const common = {
    key: draft.key,
    label: draft.label,
    about: draft.seoDescription.trim(),
    onDesktop: (draft.version & device.desktop) !== 0,
    onMobile: (draft.version & device.mobile) !== 0,
    isPro: false,
    cssClass: draft.cssClass,
  }
  if (draft.type === routeType) {
    const page = pageByName(draft.route)
    if (!page || !has(facts.permissions, cardPages[page].permission)) return null
    return { ...common, page, href: cardHref(facts.address, page) }
  }
  const isDefault = draft.key === 'homeValue'
  if (!isDefault && !has(facts.permissions, 'CustomMenus')) {
    return { ...common, page: null, href: null, isPro: has(facts.permissions, 'ShowFreemiumBanners') }
  }
  const href = safeLink(draft.route)
  return href ? { ...common, page: null, href } : null
}
