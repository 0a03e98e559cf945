import { blankCard } from '#common/blank-card.ts'
import type { Card, CustomReview, GradeComponent, GradeService, MenuItem } from '#contract/cards/cards.ts'
import { isCardPage, type CardMessage, type PreviewMessage } from '#contract/cards/preview.ts'
import { propertyOf } from '#common/property-of.ts'
import { flag, list, number, oneOf, orNull, some, text, whole, type Check } from './type-checks.ts'

type Shape<T> = Record<keyof T & string, Check>

const service: Shape<GradeService> = {
  gradeServiceId: number,
  serviceName: text,
  directLink: text,
  shortReviewLink: text,
  shortLink: text,
  gradeServiceCssClassName: text,
  gradeServiceFontAwesomeIcon: text,
  gradeServiceSearchUrl: text,
  serviceCapabilities: number,
  weight: number,
  ignoreService: flag,
}
const component: Shape<GradeComponent> = { gradeServiceId: number, gradeComponentId: number, currentValue: text }
const review: Shape<CustomReview> = {
  key: text,
  source: text,
  stars: number,
  date: text,
  title: text,
  review: text,
  reviewer: text,
  show: flag,
  weight: number,
}
const menuItem: Shape<MenuItem> = {
  key: text,
  version: number,
  type: oneOf(1, 2),
  show: flag,
  route: text,
  cssClass: text,
  label: text,
  weight: number,
  seoTitle: text,
  seoDescription: text,
  seoKeywords: text,
  editable: flag,
}
const picture = orNull(whole({ revision: text, width: number, height: number }))

const blank = blankCard('')

/** Derives checks from a blank card: text, flags and numbers, also in nested objects. */
function shapeOf(blankValue: object): Readonly<Record<string, Check>> {
  const checks = Object.entries(blankValue).map(([key, value]): [string, Check] => {
    if (typeof value === 'object' && value !== null) return [key, whole(shapeOf(value))]
    return [key, typeof value === 'boolean' ? flag : typeof value === 'number' ? number : text]
  })
  return Object.fromEntries(checks)
}

const settings: Readonly<Record<string, Check>> & Partial<Shape<Card['settings']>> = {
  ...shapeOf(blank.settings),
  homepageSettings: list(whole({ Key: text, Label: text, Value: flag, Weight: number })),
  '{product}MobileLayoutAlign': oneOf('left', 'center', 'right'),
  '{product}MobileFontSize': oneOf('sm', 'md', 'lg'),
  triggerAction: orNull(whole({ key: text, route: text, text, type: oneOf(1, 2) })),
  location: orNull(whole({ lat: number, lng: number, address: whole({ address_line_1: text, city: text, state: text, zip_code: text }) })),
}

/** The types of a card's fields, so that only valid data is rendered. */
const subject: Readonly<Record<string, Check>> = {
  ...shapeOf(blank),
  profile: oneOf(1, 2),
  experiments: list(whole({ name: text, enabled: flag })),
  pictures: whole({ profile: picture, cutout: picture, logo: picture, background: picture, card: picture }),
  menus: list(whole(menuItem)),
  reviews: list(whole(review)),
  settings: whole(settings),
}

const fromAccount = oneOf('carte-account')
const accountMessages: Readonly<Record<PreviewMessage['type'], Check>> = {
  navigate: whole({ source: fromAccount, type: text, page: isCardPage }),
  services: whole({ source: fromAccount, type: text, services: list(whole(service)) }),
  components: whole({ source: fromAccount, type: text, components: list(whole(component)) }),
  menu: whole({ source: fromAccount, type: text, isOpen: flag }),
  reviews: whole({ source: fromAccount, type: text, reviews: list(whole(review)) }),
  subject: whole({ source: fromAccount, type: text, subject: some(subject) }),
}
const fromCard = oneOf('carte-card')
const cardMessages: Readonly<Record<CardMessage['type'], Check>> = {
  loaded: whole({ source: fromCard, type: text, alias: text }),
  navigated: whole({ source: fromCard, type: text, page: isCardPage }),
}

const typeOf = (message: unknown) => propertyOf(message, 'type')
const passes = (messages: Readonly<Record<string, Check>>, data: unknown) => {
  const type: unknown = typeOf(data)
  return typeof type === 'string' && Object.hasOwn(messages, type) && messages[type]?.(data) === true
}

export const isPreviewMessage = (data: unknown): data is PreviewMessage => passes(accountMessages, data)
export const isCardMessage = (data: unknown): data is CardMessage => passes(cardMessages, data)
