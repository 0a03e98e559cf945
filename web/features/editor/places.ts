import type { EveryKey } from '../../i18n/say.ts'
import type { DraftKey } from './edited.ts'
import { sectionOf, sections } from './sections.ts'

/** What a thing is called beside its field, where its section alone would not say which. */
const fields: Partial<Record<DraftKey, EveryKey>> = {
  firstName: 'editor.firstName',
  lastName: 'editor.lastName',
  fullName: 'editor.fullName',
  title: 'editor.jobTitle',
  bio: 'editor.bio',
  profile: 'editor.profileKind',
  phoneNumber: 'editor.mobile',
  officePhoneNumber: 'editor.office',
  directPhoneNumber: 'editor.direct',
  telPhoneNumber: 'editor.tel',
  emailAddress: 'editor.email',
  companyName: 'editor.companyName',
  companyAddress: 'editor.street',
  companyCity: 'editor.city',
  companyState: 'editor.state',
  companyZip: 'editor.zip',
  companyCountry: 'editor.country',
  pictures: 'editor.photos',
  eCardTheme: 'editor.layout',
  eCardBackgroundColor: 'editor.colour.ground',
  eCardTextColor: 'editor.colour.text',
  eCardContactBackground: 'editor.colour.contact',
  eCardContactColor: 'editor.colour.onContact',
  eCardIconBackground: 'editor.colour.tile',
  eCardIconColor: 'editor.colour.icon',
  eCardHeaderIconColor: 'editor.colour.header',
  'settings.iconPack': 'editor.iconPack',
  'settings.homepage': 'editor.home.shown',
  'settings.tagLine': 'editor.home.tagLine',
  'settings.licenseNumber': 'editor.home.license',
  'settings.triggerAction': 'editor.action',
  'settings.mobileLayoutAlign': 'editor.home.align',
  'settings.mobileFontSize': 'editor.home.size',
  'settings.connectClientsSetting': 'editor.capture',
  digitalBusinessCardMetaDescription: 'editor.search.description',
  digitalBusinessCardMetaKeywords: 'editor.search.keywords',
  eCardGoogleAnalyticsUID: 'editor.search.google',
  eCardFacebookPixelId: 'editor.search.pixel',
  eCardEnabled: 'editor.card.enabled',
  language: 'editor.card.languageOf',
  tags: 'editor.card.tags',
}

/** Where something is decided, in words: its section and, where it has one, its own name. */
export function placeOf(path: string): EveryKey[] {
  const field = Object.entries(fields).find(([key]) => path === key || path.startsWith(`${key}.`))?.[1]
  const section = sections[sectionOf(path)].label
  return field === undefined ? [section] : [section, field]
}
