import { ownProperty } from '#common/own-property.ts'
import type { MessageKey, Translate } from '#common/messages/message.ts'

const keys: Readonly<Record<string, MessageKey>> = {
  Website: 'analytics.website',
  'Call Me': 'analytics.callMe',
  'Text Me': 'analytics.textMe',
  'Email Me': 'analytics.emailMe',
  Share: 'nav.share',
  Text: 'share.text',
  'Copy Link': 'share.copy',
  Email: 'share.email',
  Whatsapp: 'share.whatsapp',
  'QR Code': 'nav.qr',
  More: 'share.more',
  home: 'menu.home',
  about: 'menu.about',
  reviews: 'menu.reviews',
  review: 'menu.review',
  vCard: 'menu.vCard',
  connect: 'menu.connect',
  contact: 'menu.contact',
  settings: 'menu.settings',
  other: 'analytics.other',
}

/** The label of a counted event in the reader's language; service names stay as they are. */
export function clickWord(t: Translate, name: string): string {
  const key = ownProperty(keys, name)
  return key ? t(key) : name
}
