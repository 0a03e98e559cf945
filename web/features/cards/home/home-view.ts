import { layoutFor } from '#common/layouts.ts'
import { licensesOf } from '#common/licenses.ts'
import type { Card } from '#contract/cards/cards.ts'
import { cardHref } from '#contract/pages.ts'
import { has } from '#contract/permissions.ts'
import type { Site } from '#contract/site.ts'
import type { Translate } from '#common/messages/message.ts'
import { widestWordInEms } from '../../../ui/measure.ts'
import { safeLink } from '../../../ui/safe-link.ts'
import { contactRows, type ContactRow } from '../pages/contact-rows-view.ts'
import { nameOf, placeOf, type OpenCard } from '../frame/frame-view.ts'
import { pageByName } from '../page-by-name.ts'
import { cutoutOf, portraitOf, sceneOf, type PictureView } from '../pictures.ts'
import { videosOf, type Videos } from './video-view.ts'
import { homeTiles, type ServiceLink } from '../services/services.ts'

type Action = { label: string; href: string; isDefault: boolean }

export type HomeView = {
  name: string
  showsName: boolean
  /** Has a word too wide for the space beside a portrait on a phone. */
  hasLongName: boolean
  title: string
  tagLine: string
  license: string
  company: string
  portrait: PictureView | null
  cutout: PictureView | null
  showsPortrait: boolean
  scene: PictureView | null
  videos: Videos | null
  rows: ContactRow[]
  /** The postal address in one line: printed cards have no map link. */
  place: string
  action: Action | null
  tiles: ServiceLink[]
  moreCount: number
  connectHref: string
  coordinates: { lat: string; lng: string } | null
  aboutHref: string
}

type Visibility = Pick<OpenCard, 'card' | 'services' | 'address'>

export function homeView(open: Visibility, t: Translate, site: Site): HomeView {
  const { card, services, address } = open
  const { settings } = card
  const { hasCutout } = layoutFor(card.eCardTheme)
  const shows = !card.hideProfileOnHomepage

  return {
    name: nameOf(card, site),
    showsName: card.fullName !== '',
    hasLongName: widestWordInEms(card.fullName) > 7.5,
    title: shows ? card.title : '',
    tagLine: shows && settings.tagLine.show ? settings.tagLine.text : '',
    license: shows ? licensesOf(card).join(' · ') : '',
    company: shows ? card.companyName : '',
    portrait: portraitOf(card),
    cutout: hasCutout ? cutoutOf(card) : null,
    showsPortrait: !card.hideProfileImageOnHomepage,
    scene: sceneOf(card),
    videos: videosOf(card),
    rows: contactRows(card, t),
    place: placeOf(card),
    action: actionOf(open, t),
    ...homeTiles(services),
    connectHref: cardHref(address, 'connect'),
    coordinates: coordinatesOf(card),
    aboutHref: cardHref(address, 'about'),
  }
}

/** The main button. The owner may change its label and target; an untrusted target leaves the default. */
function actionOf({ card, address }: Visibility, t: Translate): Action | null {
  const standard: Action | null = has(card.permissions, 'VCard')
    ? { label: t('home.action'), href: cardHref(address, 'vCard'), isDefault: true }
    : null
  const trigger = card.settings.triggerAction
  if (!trigger || !has(card.permissions, 'ActionTrigger')) return standard

  const label = trigger.text.trim() || standard?.label || ''
  const isLink = trigger.type === 2
  const page = isLink ? null : pageByName(trigger.route)
  const href = isLink ? safeLink(trigger.route) : page && cardHref(address, page)
  return href && label ? { label, href, isDefault: false } : standard
}

function coordinatesOf({ settings: { location } }: Card): HomeView['coordinates'] {
  if (!location || (location.lat === 0 && location.lng === 0)) return null
  const side = (value: number, positive: string, negative: string) => `${Math.abs(value).toFixed(4)}° ${value < 0 ? negative : positive}`
  return { lat: side(location.lat, 'N', 'S'), lng: side(location.lng, 'E', 'W') }
}
