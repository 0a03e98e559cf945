import type { Card, CustomReview, GradeComponent, GradeService, MenuItem } from '#contract/cards.ts'
import { isCardPage, type CardMessage, type PreviewMessage } from '#contract/preview.ts'
import { blankCard } from './blank-card.ts'
import { flag, list, number, oneOf, orNull, some, text, whole, type Check } from './looks-like.ts'

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
const settings: Shape<Card['settings']> = {
  homepageSettings: list(whole({ Key: text, Label: text, Value: flag, Weight: number })),
  connectClientsSetting: whole({ enabled: flag, desktopEnabled: flag, timeout: number, applyTags: text }),
  iconPack: text,
  licenseNumber: whole({ show: flag, number: text }),
  tagLine: whole({ show: flag, text }),
  skipLoginPrompt: flag,
  '{product}MobileLayoutAlign': oneOf('left', 'center', 'right'),
  '{product}MobileFontSize': oneOf('sm', 'md', 'lg'),
  triggerAction: orNull(whole({ key: text, route: text, text, type: oneOf(1, 2) })),
  QRCode: whole({ hide: flag }),
  location: orNull(whole({ lat: number, lng: number, address: whole({ address_line_1: text, city: text, state: text, zip_code: text }) })),
}
const picture = orNull(whole({ revision: text, width: number, height: number }))

const byType: Readonly<Record<string, Check>> = { string: text, boolean: flag, number }
const plainFields = Object.entries(blankCard('')).flatMap(([key, value]): [string, Check][] => {
  const check = byType[typeof value]
  return check ? [[key, check]] : []
})

/** What a card's fields hold, so that nothing strange is drawn. */
const subject: Readonly<Record<string, Check>> = {
  ...Object.fromEntries(plainFields),
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

const typeOf = (message: unknown) => (typeof message === 'object' && message !== null ? Reflect.get(message, 'type') : null)
const passes = (messages: Readonly<Record<string, Check>>, data: unknown) => {
  const type: unknown = typeOf(data)
  return typeof type === 'string' && Object.hasOwn(messages, type) && messages[type]?.(data) === true
}

export const isPreviewMessage = (data: unknown): data is PreviewMessage => passes(accountMessages, data)
export const isCardMessage = (data: unknown): data is CardMessage => passes(cardMessages, data)
