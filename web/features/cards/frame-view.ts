import type { ApplicationSettings, Card, CardSubscription, GradeService, HomepageKey } from '#contract/cards.ts'
import type { CardAddress, CardPage } from '#contract/pages.ts'
import type { Site } from '#contract/site.ts'
import type { Say } from '../../i18n/say.ts'
import { safeLink } from '../../ui/safe-link.ts'
import { dialable, smsHref, telHref } from './phone.ts'
import { has } from '#contract/permissions.ts'
import { initialsOf } from './initials.ts'
import { layoutOf, type Layout } from './layout.ts'
import { menuEntries, type MenuEntry } from './menu.ts'
import { logoOf, qrSrc } from './pictures.ts'
import { hasReviewLink, hasReviews, serviceHref } from './services.ts'

/** What surrounds every page of a card: header, menu, dock, footer. */
export type FrameView = {
  address: CardAddress
  /** Null where the page is not one of the menu's. */
  page: CardPage | null
  layout: Layout
  isTeam: boolean
  name: string
  company: string
  place: string
  initials: string
  logo: { src: string; width: number; height: number } | null
  menu: MenuEntry[]
  qr: string | null
  dock: { call: string | null; message: string | null; email: string | null }
  cardUrl: string
  share: { subject: string; textBody: string; emailBody: string }
  isFreePlan: boolean
}

export type OpenCard = {
  card: Card
  subscription: CardSubscription
  services: GradeService[]
  settings: ApplicationSettings
  address: CardAddress
}

export function isShown(card: Card, key: HomepageKey): boolean {
  return card.settings.homepageSettings.find(({ Key }) => Key === key)?.Value ?? true
}

export function frameView(open: OpenCard, page: CardPage | null, say: Say, site: Site): FrameView {
  const { card, subscription, services, settings, address } = open
  const isTeam = card.profile === 2
  const cardUrl = `${site.publicUrl}/${card.alias}${address.version ? `/v/${address.version}` : ''}`

  return {
    address,
    page,
    layout: layoutOf(card.eCardTheme),
    isTeam,
    name: card.fullName,
    company: isShown(card, 'ShowCompanyName') ? card.companyName : '',
    place: [card.companyAddress, card.companyCity, [card.companyState, card.companyZip].filter(Boolean).join(' ')]
      .filter(Boolean)
      .join(', '),
    initials: initialsOf(card.fullName),
    logo: logoOf(card),
    menu: menuEntries(
      {
        address,
        permissions: card.permissions,
        isTeam,
        menus: card.menus,
        hasReviews: hasReviews(card, services, settings),
        hasReviewLink: hasReviewLink(services),
        homeValueHref: serviceHref(services, settings, 'whatIsYourHomeWorth') ?? safeLink(site.homeValueUrl),
      },
      say,
    ),
    qr: has(card.permissions, 'QRCode') && !card.settings.QRCode.hide ? qrSrc(card) : null,
    dock: dockOf(card),
    cardUrl,
    share: shareOf(card, cardUrl, say),
    isFreePlan: subscription.isFreemium,
  }
}

/** Calls go to the mobile first; a message only ever to a mobile. */
function dockOf(card: Card): FrameView['dock'] {
  const shown = (key: HomepageKey, typed: string) => (isShown(card, key) ? dialable(typed) : null)
  const mobile = shown('ShowMobilePhone', card.phoneNumber)
  const call = mobile ?? shown('ShowDirectPhone', card.directPhoneNumber) ?? shown('ShowOfficePhone', card.officePhoneNumber)
  return {
    call: call && telHref(call),
    message: mobile && smsHref(mobile),
    email: isShown(card, 'ShowEmailAddress') ? mailHref(card.emailAddress) : null,
  }
}

/** Only what looks like one address; anything else could smuggle headers into the mail. */
export const mailHref = (address: string) => (/^[^\s@?&,;:<>]+@[^\s@?&,;:<>]+$/.test(address) ? `mailto:${encodeURI(address)}` : null)

function shareOf(card: Card, link: string, say: Say): FrameView['share'] {
  const body = say('share.body', { name: card.fullName, link })
  const own = (text: string) => (text.trim() ? withLink(text.trim(), link) : body)
  return {
    subject: say('share.subject', { name: card.fullName }),
    textBody: own(card.shareBySmsBody),
    emailBody: own(card.shareByEmailBody),
  }
}

const withLink = (text: string, link: string) => (text.includes(link) ? text : `${text} ${link}`)
