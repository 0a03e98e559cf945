import { iconPacks, type IconPack, type HomepageKey } from '#contract/cards/drawing.ts'
import type { ApplicationSettings, Card, CardSubscription, GradeService } from '#contract/cards/cards.ts'
import { sideHref, type CardAddress, type CardPage } from '#contract/pages.ts'
import type { Site } from '#contract/site.ts'
import { layoutFor, type Layout } from '#common/layouts.ts'
import type { Translate } from '#common/messages/message.ts'
import { safeLink } from '../../../ui/safe-link.ts'
import { dialable, smsHref, telHref } from '../pages/phone-links.ts'
import { has } from '#contract/permissions.ts'
import { initialsOf } from '#common/text/initials.ts'
import { menuEntries, type MenuEntry } from './menu.ts'
import { logoOf, portraitOf, qrSrc, type PictureView } from '../pictures.ts'
import { externalOriginsOf, videosOf, type ExternalHosts } from '../home/video-view.ts'
import { hasReviewLink, hasReviews, serviceHref } from '../services/services.ts'

/** What surrounds every page of a card: header, menu, dock, footer. */
export type FrameView = {
  address: CardAddress
  layout: Layout
  align: 'left' | 'center' | 'right'
  fontSize: 'sm' | 'md' | 'lg'
  iconPack: IconPack
  isTeam: boolean
  name: string
  title: string
  company: string
  place: string
  initials: string
  portrait: PictureView | null
  logo: { src: string; width: number; height: number } | null
  menu: MenuEntry[]
  /** Pages whose content a desktop's home page shows further down. */
  anchors: Partial<Record<CardPage, string>>
  qr: string | null
  outside: ExternalHosts
  /** The form for visitors' details; null if the owner takes no contacts. */
  connectHref: string | null
  dock: { call: string | null; message: string | null; email: string | null }
  cardUrl: string
  isFreePlan: boolean
}

export type OpenCard = {
  card: Card
  subscription: CardSubscription
  services: GradeService[]
  settings: ApplicationSettings
  address: CardAddress
}

export function isOnHomepage(card: Card, key: HomepageKey): boolean {
  return card.settings.homepageSettings.find(({ Key }) => Key === key)?.Value ?? true
}

export function frameView(open: OpenCard, t: Translate, site: Site): FrameView {
  const { card, subscription, address } = open
  const isTeam = card.profile === 2
  const cardUrl = `${site.publicUrl}/${card.alias}${address.version ? `/v/${address.version}` : ''}`

  return {
    address,
    layout: layoutFor(card.eCardTheme).key,
    align: card.settings['{product}MobileLayoutAlign'],
    fontSize: card.settings['{product}MobileFontSize'],
    iconPack: iconPacks.find((pack) => pack === card.settings.iconPack) ?? 'default',
    isTeam,
    name: nameOf(card, site),
    title: card.title,
    company: card.companyName,
    place: placeOf(card),
    initials: initialsOf(nameOf(card, site)),
    portrait: card.hideProfileImageOnHomepage ? null : portraitOf(card),
    logo: logoOf(card),
    menu: menuOf(open, t, site),
    anchors: anchorsOf(open),
    qr: has(card.permissions, 'QRCode') && !card.settings.QRCode.hide ? qrSrc(card) : null,
    outside: externalOriginsOf(videosOf(card)),
    connectHref: card.settings.connectClientsSetting.enabled ? sideHref(address.alias, 'letsConnect') : null,
    dock: dockOf(card),
    cardUrl,
    isFreePlan: subscription.isFreemium,
  }
}

function anchorsOf({ card, services }: OpenCard): FrameView['anchors'] {
  return {
    ...(has(card.permissions, 'About') && card.bio.trim() ? { about: '#about' } : {}),
    ...(has(card.permissions, 'ReviewMe') && hasReviewLink(services) ? { review: '#review-me' } : {}),
  }
}

/** The postal address in one line. */
export function placeOf({ companyAddress, companyCity, companyState, companyZip }: Card): string {
  const region = [companyState, companyZip].filter(Boolean).join(' ')
  return [companyAddress, companyCity, region].filter(Boolean).join(', ')
}

/** The name to show: the product's if the owner hides both their own and the company's. */
export const nameOf = (card: Card, { productName }: Site): string => card.fullName || card.companyName || productName

/** The product's menu entries and the owner's own. */
function menuOf({ card, services, settings, address }: OpenCard, t: Translate, site: Site): MenuEntry[] {
  return menuEntries(
    {
      address,
      permissions: card.permissions,
      isTeam: card.profile === 2,
      menus: card.menus,
      hasReviews: hasReviews(card, services, settings),
      hasReviewLink: hasReviewLink(services),
      homeValueHref: serviceHref(services, settings, 'whatIsYourHomeWorth') ?? safeLink(site.homeValueUrl),
    },
    t,
  )
}

/** Calls go to the mobile first; a message only ever to a mobile. */
function dockOf(card: Card): FrameView['dock'] {
  const visible = (key: HomepageKey, typed: string) => (isOnHomepage(card, key) ? dialable(typed) : null)
  const mobile = visible('ShowMobilePhone', card.phoneNumber)
  const call = mobile ?? visible('ShowDirectPhone', card.directPhoneNumber) ?? visible('ShowOfficePhone', card.officePhoneNumber)
  return {
    call: call && telHref(call),
    message: mobile && smsHref(mobile),
    email: isOnHomepage(card, 'ShowEmailAddress') ? mailHref(card.emailAddress) : null,
  }
}

/** A single address only: anything else could inject headers into the email. */
export const mailHref = (address: string) => (/^[^\s@?&,;:<>]+@[^\s@?&,;:<>]+$/.test(address) ? `mailto:${encodeURI(address)}` : null)
