import type { HomepageKey } from './drawing.ts'
import type { Permission } from '../permissions.ts'

/** Sections of the editor, in its order. */
export const editorSections = [
  'profile',
  'look',
  'home',
  'links',
  'menu',
  'reviews',
  'video',
  'texts',
  'search',
  'versions',
  'card',
] as const
export type EditorSection = (typeof editorSections)[number]

/** Kinds with a string value. Each kind has its schemas in cards.ts (as read) and stored-card.ts (as written). */
const textKinds = ['line', 'prose', 'email', 'color', 'link', 'code'] as const
type TextKind = (typeof textKinds)[number]

type ListKind = 'menus' | 'reviews' | 'experiments' | 'rights' | 'services' | 'versions'
type DocumentKind = 'capture' | 'license' | 'tagLine' | 'action' | 'qr' | 'location' | 'homepage' | 'pictures' | 'json'
type ChoiceKind = 'profile' | 'template' | 'align' | 'size'
export type FieldKind = TextKind | 'flag' | ListKind | DocumentKind | ChoiceKind

export type CardField = {
  kind: FieldKind
  /** The character limit, if not the kind's own; in a document, the limit of its text. */
  max?: number
  /** The format of a code. */
  pattern?: RegExp
  /** The description in the API reference. */
  about?: string
  /** The value on a new card, if not empty or off. */
  initial?: unknown
  /** The editor section that contains it; owners can't edit a field without one. */
  section?: EditorSection
  /** Message keys of the editor's label, where the section alone isn't enough, and of the hint below the text field. */
  label?: string
  hint?: string
  /** The group of text fields in which the editor renders it by itself. */
  group?: 'who' | 'reach' | 'company'
  input?: { type?: 'tel' | 'email'; autoComplete?: string; isWide?: true }
  /** The note of the contact file includes it. */
  inNote?: true
  /** Visitors see it only if the owner's switch is on, */
  toggle?: HomepageKey
  /** the card has all of these permissions, */
  permissions?: readonly Permission[]
  /** and this other field is on. */
  enabledBy?: string
  /** Never sent to visitors. */
  isPrivate?: true
  /** Not a column of the card: stored in a table or document of its own. */
  isSeparate?: true
}

const video = { section: 'video', permissions: ['VideoBackgrounds'] } as const
const review = { kind: 'flag', section: 'reviews', permissions: ['Reviews'] } as const
const who = { kind: 'line', section: 'profile', group: 'who' } as const
const company = { kind: 'line', section: 'profile', group: 'company' } as const
const address = { ...company, permissions: ['Contact'] } as const
const phone = { kind: 'line', section: 'profile', group: 'reach', input: { type: 'tel' } } as const
const color = { kind: 'color', section: 'look' } as const
const pictureName = { kind: 'line', section: 'look' } as const
const message = { kind: 'prose', section: 'texts' } as const
const home = { kind: 'flag', section: 'home' } as const

/**
 * Every field of a card: its kind, who edits it and where, and who may see it. A plain name is a column of the card, `settings.…` a key
 * of its settings. Schemas, drafts, the blank card, the public card, the editor's sections, imports, archives and `cards set` derive
 * from this table. It is plain data without schemas, because browsers load it too.
 */
export const cardFields = {
  firstName: { ...who, label: 'editor.firstName', toggle: 'ShowName', input: { autoComplete: 'given-name' } },
  lastName: { ...who, label: 'editor.lastName', toggle: 'ShowName', input: { autoComplete: 'family-name' } },
  fullName: { kind: 'line', section: 'profile', label: 'editor.fullName', toggle: 'ShowName' },
  title: { ...who, label: 'editor.jobTitle', hint: 'editor.jobTitleHint', toggle: 'ShowTitle' },
  bio: { kind: 'prose', max: 20_000, section: 'profile', label: 'editor.bio', permissions: ['About'] },
  companyName: {
    ...company,
    label: 'editor.companyName',
    toggle: 'ShowCompanyName',
    input: { autoComplete: 'organization', isWide: true },
  },
  companyLicense: {
    ...company,
    max: 80,
    label: 'editor.companyLicense',
    hint: 'editor.companyLicenseHint',
    input: { isWide: true },
    inNote: true,
  },
  companyAddress: { ...address, label: 'editor.street', hint: 'editor.streetHint', input: { isWide: true } },
  companyCity: { ...address, label: 'editor.city' },
  companyState: { ...address, label: 'editor.state' },
  companyZip: { ...address, label: 'editor.zip' },
  companyCountry: { ...address, label: 'editor.country' },
  phoneNumber: {
    ...phone,
    label: 'editor.mobile',
    toggle: 'ShowMobilePhone',
    about: 'Mobile',
    input: { type: 'tel', autoComplete: 'tel' },
  },
  officePhoneNumber: { ...phone, label: 'editor.office', toggle: 'ShowOfficePhone' },
  directPhoneNumber: { ...phone, label: 'editor.direct', toggle: 'ShowDirectPhone' },
  telPhoneNumber: { ...phone, label: 'editor.tel', hint: 'editor.telHint', toggle: 'ShowMobilePhone' },
  emailAddress: {
    kind: 'email',
    section: 'profile',
    group: 'reach',
    label: 'editor.email',
    toggle: 'ShowEmailAddress',
    input: { type: 'email', autoComplete: 'email', isWide: true },
  },
  profile: { kind: 'profile', section: 'profile', label: 'editor.profileKind' },
  grantedRights: { kind: 'rights', isPrivate: true },
  revokedRights: { kind: 'rights', isPrivate: true },
  experiments: { kind: 'experiments', section: 'card' },
  tags: { kind: 'line', section: 'card', label: 'editor.card.tags', isPrivate: true },
  eCardEnabled: { kind: 'flag', initial: true, section: 'card', label: 'editor.card.enabled' },
  isCardDisabled: { kind: 'flag' },
  eCardTheme: {
    kind: 'line',
    initial: 'default',
    section: 'look',
    label: 'editor.layout',
    about: 'Layout by the word in its name (docs/themes.md), else default',
  },
  eCardBackgroundColor: { ...color, label: 'editor.color.ground' },
  eCardContactBackground: { ...color, label: 'editor.color.contact' },
  eCardContactColor: { ...color, label: 'editor.color.onContact' },
  eCardTextColor: { ...color, label: 'editor.color.text' },
  eCardIconBackground: { ...color, label: 'editor.color.tile' },
  eCardIconColor: { ...color, label: 'editor.color.icon' },
  eCardHeaderIconColor: { ...color, label: 'editor.color.header' },
  eCardBackgroundImage: { ...pictureName, about: 'Name of the image, empty for none' },
  eCardCompanyLogoImage: pictureName,
  previewBackgroundImage: pictureName,
  previewCompanyLogo: pictureName,
  previewProfileImage: pictureName,
  menus: { kind: 'menus', section: 'menu' },
  reviews: { kind: 'reviews', section: 'reviews', permissions: ['Reviews', 'CustomReviews'] },
  applicationSettings: { kind: 'json', isPrivate: true },
  shareByEmailBody: message,
  shareBySmsBody: message,
  reviewByEmailBody: message,
  reviewBySmsBody: message,
  digitalBusinessCardMetaDescription: { kind: 'prose', max: 400, section: 'search', label: 'editor.search.description' },
  digitalBusinessCardMetaKeywords: { kind: 'prose', max: 400, section: 'search', label: 'editor.search.keywords' },
  isListed: {
    kind: 'flag',
    initial: true,
    section: 'search',
    about: 'Whether search engines, and the search on the front page, may list the card',
  },
  zillowWebServicesId: { kind: 'line', section: 'reviews', permissions: ['Reviews'], enabledBy: 'showZillowReviews' },
  eCardGoogleAnalyticsUID: { kind: 'code', pattern: /^(G|UA|GTM)-[A-Z0-9-]{4,20}$/, section: 'search', label: 'editor.search.google' },
  eCardFacebookPixelId: { kind: 'code', pattern: /^\d{6,20}$/, section: 'search', label: 'editor.search.pixel' },
  gradeServiceTemplateId: { kind: 'template', section: 'reviews' },
  hideProfileImageOnHomepage: home,
  hideProfileOnHomepage: home,
  showVideoOnHomepage: { ...video, kind: 'flag' },
  videoUrl: { ...video, kind: 'link', enabledBy: 'showVideoOnHomepage' },
  videoPosterUrl: { ...video, kind: 'link', enabledBy: 'showVideoOnHomepage' },
  showVimeoVideoOnHomepage: { ...video, kind: 'flag' },
  vimeoVideoId: { ...video, kind: 'code', pattern: /^\d{4,14}$/, enabledBy: 'showVimeoVideoOnHomepage' },
  showVideoOnDesktopHomepage: { ...video, kind: 'flag' },
  desktopVideoUrl: { ...video, kind: 'link', enabledBy: 'showVideoOnDesktopHomepage' },
  desktopVideoPosterUrl: { ...video, kind: 'link', enabledBy: 'showVideoOnDesktopHomepage' },
  showVimeoVideoOnDesktopHomepage: { ...video, kind: 'flag' },
  desktopVimeoVideoId: { ...video, kind: 'code', pattern: /^\d{4,14}$/, enabledBy: 'showVimeoVideoOnDesktopHomepage' },
  showCustomReviews: { ...review, initial: true },
  showZillowReviews: review,
  showRealtorReviews: review,
  showHomesReviews: review,
  showFacebookReviews: review,
  showGoogleReviews: review,
  showBBBReviews: review,
  showRateMyAgentReviews: review,
  show55PlacesReviews: review,
  showExperienceManagementPlatformReviews: review,

  'settings.homepage': { kind: 'homepage', section: 'home', label: 'editor.home.visible' },
  'settings.connectClientsSetting': {
    kind: 'capture',
    section: 'card',
    label: 'editor.capture',
  },
  'settings.iconPack': { kind: 'line', max: 40, initial: 'default', section: 'look', label: 'editor.iconPack' },
  'settings.licenseNumber': {
    kind: 'license',
    max: 80,
    section: 'home',
    label: 'editor.home.license',
  },
  'settings.tagLine': {
    kind: 'tagLine',
    max: 200,
    section: 'home',
    label: 'editor.home.tagLine',
  },
  'settings.skipLoginPrompt': { kind: 'flag', section: 'card' },
  'settings.mobileLayoutAlign': { kind: 'align', section: 'home', label: 'editor.home.align' },
  'settings.mobileFontSize': { kind: 'size', section: 'home', label: 'editor.home.size' },
  'settings.triggerAction': {
    kind: 'action',
    max: 80,
    section: 'home',
    label: 'editor.action',
    permissions: ['ActionTrigger'],
  },
  'settings.QRCode': { kind: 'qr', section: 'home' },
  'settings.location': { kind: 'location', permissions: ['Contact'] },

  language: { kind: 'line', section: 'card', label: 'editor.card.languageOf', isPrivate: true, isSeparate: true },
  services: { kind: 'services', section: 'links', isSeparate: true },
  versions: { kind: 'versions', section: 'versions', isSeparate: true },
  pictures: { kind: 'pictures', section: 'profile', label: 'editor.photos', isSeparate: true },
} as const satisfies Readonly<Record<string, CardField>>

type Fields = typeof cardFields
export type FieldName = keyof Fields
type NameWhere<Row> = { [Name in FieldName]: Fields[Name] extends Row ? Name : never }[FieldName]

export type KindOf<Name extends FieldName> = Fields[Name]['kind']
/** A key of the card's settings, with its prefix. */
export type SettingName = Extract<FieldName, `settings.${string}`>
type ColumnName = Exclude<FieldName, SettingName | NameWhere<{ isSeparate: true }>>
/** A column that visitors may read. */
export type PublicName = Exclude<ColumnName, NameWhere<{ isPrivate: true }>>
/** Rendered by the editor as a plain text field. */
type GroupedName = NameWhere<{ group: string }>
type PhoneName = NameWhere<{ input: { type: 'tel' } }>
export type DraftName = NameWhere<{ section: EditorSection }>
export type TextColumn = Extract<NameWhere<{ kind: TextKind }>, ColumnName>
export type FlagColumn = Extract<NameWhere<{ kind: 'flag' }>, ColumnName>

export const fieldOf: Readonly<Record<FieldName, CardField>> = cardFields
const names = Object.keys(cardFields) as FieldName[]

const isSetting = (name: FieldName): name is SettingName => name.startsWith('settings.')
const isColumn = (name: FieldName): name is ColumnName => !isSetting(name) && !fieldOf[name].isSeparate
const isText = (name: FieldName) => textKinds.some((kind) => kind === fieldOf[name].kind)

export const settingNames = names.filter(isSetting)
export const columnNames = names.filter(isColumn)
export const publicNames = columnNames.filter((name): name is PublicName => !fieldOf[name].isPrivate)
export const phoneNames = names.filter((name): name is PhoneName => fieldOf[name].input?.type === 'tel')
export const draftNames = names.filter((name): name is DraftName => fieldOf[name].section !== undefined)
export const groupedNames = names.filter((name): name is GroupedName => fieldOf[name].group !== undefined)
export const textColumns = columnNames.filter((name): name is TextColumn => isText(name))
/** Fields in the note of the contact file, in table order. */
export const noteColumns = textColumns.filter((name): name is Extract<TextColumn, PublicName> => fieldOf[name].inNote === true)
export const flagColumns = columnNames.filter((name): name is FlagColumn => fieldOf[name].kind === 'flag')

/** The value of each kind when nothing is set or a visitor may not see it. */
const empty: Readonly<Record<FieldKind, unknown>> = {
  line: '',
  prose: '',
  email: '',
  color: '',
  link: '',
  code: '',
  flag: false,
  menus: [],
  reviews: [],
  experiments: [],
  rights: [],
  services: [],
  versions: [],
  pictures: {},
  json: {},
  homepage: {},
  capture: { enabled: true, desktopEnabled: true, timeout: 3, applyTags: '' },
  license: { show: false, number: '' },
  tagLine: { show: false, text: '' },
  action: null,
  qr: { hide: false },
  location: null,
  profile: 1,
  template: 1,
  align: 'center',
  size: 'md',
}
export const emptyOf = (name: FieldName): unknown => empty[fieldOf[name].kind]
/** The value on a new card. */
export const initialOf = (name: FieldName): unknown => fieldOf[name].initial ?? emptyOf(name)
