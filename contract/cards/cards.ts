import { z } from 'zod'
import { appIconShapes, appScreenshotShapes } from './app-pictures.ts'
import { fieldOf, publicNames, settingNames, type FieldName, type KindOf } from './card-fields.ts'
import { homepageKeys } from './drawing.ts'
import { endpoint } from '../endpoint.ts'
import { uuid } from '../values.ts'

export const Alias = z
  .string()
  .regex(/^[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,58}[a-zA-Z0-9])?$/, 'An alias can only contain letters, numbers and hyphens.')
export const VersionName = z.string().regex(/^[a-zA-Z0-9][a-zA-Z0-9._-]{0,39}$/)

const flag = z.boolean()
const text = z.string()

export const MenuItem = z.object({
  key: text,
  version: z.number().int().describe('Bit flags: desktop 1, mobile 2'),
  type: z.union([z.literal(1), z.literal(2)]).describe('route 1, link 2'),
  show: flag,
  route: text,
  cssClass: text,
  label: text,
  weight: z.number(),
  seoTitle: text,
  seoDescription: text,
  seoKeywords: text,
  editable: flag,
})
export type MenuItem = z.output<typeof MenuItem>

export const CustomReview = z.object({
  key: text,
  source: text,
  stars: z.number().min(0).max(5),
  date: text,
  title: text,
  review: text,
  reviewer: text,
  show: flag,
  weight: z.number(),
})
export type CustomReview = z.output<typeof CustomReview>

export const HomepageSetting = z.object({ Key: z.enum(homepageKeys), Label: text, Value: flag, Weight: z.number() })
export type HomepageSetting = z.output<typeof HomepageSetting>

export const LayoutAlign = z.enum(['left', 'center', 'right'])
export const FontSize = z.enum(['sm', 'md', 'lg'])

export const Location = z.object({
  lat: z.number(),
  lng: z.number(),
  address: z.object({ address_line_1: text, city: text, state: text, zip_code: text }),
})

/** Each kind of field as it is read. */
const kinds = {
  line: text,
  prose: text,
  email: text,
  color: text,
  link: text,
  code: text,
  flag,
  profile: z.union([z.literal(1), z.literal(2)]).describe('1 single (Me/My), 2 team (Us/Our)'),
  template: z.int32().describe('6 is a lender'),
  experiments: z.array(z.object({ name: text, enabled: flag })),
  menus: z.array(MenuItem),
  reviews: z.array(CustomReview),
  capture: z.object({ enabled: flag, desktopEnabled: flag, timeout: z.number(), applyTags: text }),
  license: z.object({ show: flag, number: text }),
  tagLine: z.object({ show: flag, text }),
  align: LayoutAlign,
  size: FontSize,
  action: z.object({ key: text, route: text, text: text, type: z.union([z.literal(1), z.literal(2)]) }).nullable(),
  qr: z.object({ hide: flag }),
  location: Location.nullable(),
}
type ReadKind = keyof typeof kinds

/** Fields as they are read, by the table of fields. */
function fieldsRead<Name extends FieldName>(names: readonly Name[]) {
  const shape = names.map((name) => {
    const { kind, about } = fieldOf[name]
    const schema: z.ZodType = kinds[kind as ReadKind]
    return [name.replace('settings.', ''), about === undefined ? schema : schema.describe(about)]
  })
  return Object.fromEntries(shape) as {
    [N in Name as N extends `settings.${infer Key}` ? Key : N]: (typeof kinds)[KindOf<N> & ReadKind]
  }
}

const { mobileLayoutAlign, mobileFontSize, ...settings } = fieldsRead(settingNames.filter((name) => name !== 'settings.homepage'))

export const CardSettings = z.object({
  homepageSettings: z.array(HomepageSetting),
  ...settings,
  '{product}MobileLayoutAlign': mobileLayoutAlign,
  '{product}MobileFontSize': mobileFontSize,
})
export type CardSettings = z.output<typeof CardSettings>

/** Where a picture of the card is served; null means none was given, and what is served is drawn. */
export const Picture = z.object({ revision: text, width: z.number().int(), height: z.number().int() })

/** The subject as anybody may read it. Fields the owner hid, or the card has no right to, are empty strings. */
export const Card = z.object({
  id: uuid,
  key: text,
  alias: text,
  revision: z.number().int(),
  stringVersion: text,
  permissions: z.number().int(),
  ...fieldsRead(publicNames),
  pictures: z.object({
    profile: Picture.nullable(),
    cutout: Picture.nullable(),
    logo: Picture.nullable(),
    background: Picture.nullable(),
    card: Picture.nullable(),
  }),
  settings: CardSettings,
  isDemo: flag,
})
export type Card = z.output<typeof Card>

/** A disabled card carries its name and nothing else of the person. */
export const DisabledCard = Card.pick({
  alias: true,
  fullName: true,
  isCardDisabled: true,
  eCardEnabled: true,
  profile: true,
  isDemo: true,
})
export type DisabledCard = z.output<typeof DisabledCard>

export const CardSubscription = z.object({
  isFreemium: flag,
  isTrial: flag,
  isUnpaid: flag,
  isDunning: flag,
  isDeactivated: flag,
  isActive: flag,
  isInError: flag,
  missingCreditCard: flag,
  trialDays: z.number().int(),
  freemiumPlanName: text,
})
export type CardSubscription = z.output<typeof CardSubscription>

export const CardAnswer = z.object({ '{product}': z.union([Card, DisabledCard]), subscription: CardSubscription })
export type CardAnswer = z.output<typeof CardAnswer>

export const GradeService = z.object({
  gradeServiceId: z.number().int(),
  serviceName: text,
  directLink: text,
  shortReviewLink: text,
  shortLink: text,
  gradeServiceCssClassName: text,
  gradeServiceFontAwesomeIcon: text,
  gradeServiceSearchUrl: text,
  serviceCapabilities: z.number().int(),
  weight: z.number(),
  ignoreService: flag,
})
export type GradeService = z.output<typeof GradeService>

export const GradeComponent = z.object({ gradeServiceId: z.number().int(), gradeComponentId: z.number().int(), currentValue: text })
export type GradeComponent = z.output<typeof GradeComponent>

const serviceIds = [
  'website',
  'realtor',
  'homes',
  'fiftyFivePlaces',
  'experienceManagementPlatform',
  'facebook',
  'google',
  'bbb',
  'rateMyAgent',
  'zillowReviews',
  'whatIsYourHomeWorth',
] as const

export const ApplicationSettings = z.object({
  services: z.record(z.enum(serviceIds), z.number().int()),
  reviewLinkComponents: z.record(text, z.number().int()),
  claimTags: text,
  emailBody: text,
  smsBody: text,
  reviewMeEmailBody: text,
  reviewMeSmsBody: text,
  reviewLinkGradeComponentId: z.number().int(),
  anyPermission: z.number().int(),
})
export type ApplicationSettings = z.output<typeof ApplicationSettings>

/** Answers of the specification's owner calls: success is the number 1 or 0. */
export const SuccessAnswer = z.object({ success: z.union([z.literal(1), z.literal(0)]), message: text })

export const SettingsUpdate = z.object({
  alias: Alias,
  key: text.max(80),
  updateType: z.int32().describe('0 homepage toggles, 1 capture toggles, 16 tags'),
  setting: text.min(1, 'No settings selected.').max(120),
  value: z.union([flag, text.max(4000), z.number()]),
})

export const OwnCardItem = z.object({
  alias: text,
  fullName: text,
  title: text,
  isOpen: flag,
  picture: text.nullable().describe('Revision of the portrait'),
})
export type OwnCardItem = z.output<typeof OwnCardItem>

const noAddress = 'No address selected.'
const isNotZero = (value: number) => value !== 0

/** Made anew for each who asks. */
const drawn = { per: 'address', count: 120, windowSeconds: 60 } as const

const versioned = z.object({ alias: Alias, version: VersionName.optional() })
const ofSubject = z.object({
  subjectId: uuid,
  version: z
    .union([z.literal(''), VersionName])
    .optional()
    .describe('A named version; empty, as its stringVersion is, for the published card'),
})

export const cards = {
  'api.reach': endpoint('api.reach', {
    summary: 'Answers nothing, quickly: whether the server can be reached.',
    access: 'anyone',
    output: { status: 204 },
    problems: [],
  }),
  'cards.settings': endpoint('cards.settings', {
    summary: 'Settings of the whole installation that a card needs.',
    access: 'anyone',
    output: ApplicationSettings,
    problems: [],
  }),
  'cards.read': endpoint('cards.read', {
    summary: 'One card by its alias, or a named variant of it.',
    access: 'anyone',
    params: versioned,
    output: CardAnswer,
    problems: ['card-not-found'],
  }),
  'cards.homepageSettings': endpoint('cards.homepageSettings', {
    summary: 'What a home page shows where its owner decided nothing.',
    access: 'anyone',
    output: z.array(HomepageSetting),
    problems: [],
  }),
  'cards.services': endpoint('cards.services', {
    summary: 'The services a card links to.',
    access: 'anyone',
    query: ofSubject,
    output: z.array(GradeService),
    problems: ['card-not-found'],
  }),
  'cards.components': endpoint('cards.components', {
    summary: 'Values that belong to a card’s services, such as review links.',
    access: 'anyone',
    query: ofSubject.extend({ templateId: z.coerce.number().pipe(z.int32()).optional() }),
    output: z.array(GradeComponent),
    problems: ['card-not-found'],
  }),
  'cards.vCard': endpoint('cards.vCard', {
    summary: 'The card as a vCard 3.0 file.',
    access: 'anyone',
    limit: drawn,
    params: z.object({
      alias: Alias,
      version: z.string().max(80).optional().describe('A named version; the published card for any other word, and where it is left out'),
    }),
    output: { media: ['text/vcard'] },
    problems: ['card-not-found'],
  }),
  'cards.qr': endpoint('cards.qr', {
    summary: 'A QR code that opens the card; as PNG a file to keep.',
    access: 'anyone',
    limit: drawn,
    params: z.object({ alias: Alias, version: VersionName }),
    query: z.object({
      format: z.enum(['svg', 'png']).optional(),
      w: z.coerce
        .number()
        .pipe(z.literal([270, 400, 1200]))
        .optional(),
    }),
    output: { media: ['image/svg+xml', 'image/png'] },
    problems: ['card-not-found'],
  }),
  'cards.installQr': endpoint('cards.installQr', {
    summary: 'A QR code that opens the page which says how to install the card.',
    access: 'anyone',
    limit: drawn,
    params: z.object({ alias: Alias }),
    output: { media: ['image/svg+xml'] },
    problems: ['card-not-found'],
  }),
  'cards.preview': endpoint('cards.preview', {
    summary: 'The picture a link to the card is shown with in chats, 1200 by 630.',
    access: 'anyone',
    limit: drawn,
    params: z.object({ alias: Alias, version: VersionName }),
    output: { media: ['image/jpeg'] },
    problems: ['card-not-found'],
  }),
  'cards.appIcon': endpoint('cards.appIcon', {
    summary: 'The card as an icon on a home screen, and the icons of its shortcuts.',
    access: 'anyone',
    limit: drawn,
    params: z.object({ alias: Alias, shape: z.enum(appIconShapes), version: VersionName }),
    output: { media: ['image/png'] },
    problems: ['card-not-found'],
  }),
  'cards.appScreenshot': endpoint('cards.appScreenshot', {
    summary: 'How the card looks on a phone or a desk, for who is asked to install it.',
    access: 'anyone',
    limit: drawn,
    params: z.object({ alias: Alias, shape: z.enum(appScreenshotShapes), version: VersionName }),
    output: { media: ['image/jpeg'] },
    problems: ['card-not-found'],
  }),
  'cards.own': endpoint('cards.own', {
    summary: 'One’s own cards, the oldest first.',
    access: 'owner',
    output: z.array(OwnCardItem),
    problems: ['not-signed-in'],
  }),
  'cards.updateSettings': endpoint('cards.updateSettings', {
    summary: 'Changes one setting of one’s own card.',
    access: 'owner',
    limit: { per: 'account', count: 60, windowSeconds: 60 },
    input: SettingsUpdate,
    output: SuccessAnswer,
    problems: ['not-signed-in', 'card-not-found', 'input-invalid'],
    refusesWith: 'success-flag',
  }),
  'cards.updateApplicationSettings': endpoint('cards.updateApplicationSettings', {
    summary: 'Changes one application setting of one’s own card.',
    access: 'owner',
    limit: { per: 'account', count: 60, windowSeconds: 60 },
    input: SettingsUpdate,
    output: SuccessAnswer,
    problems: ['not-signed-in', 'card-not-found', 'input-invalid'],
    refusesWith: 'success-flag',
  }),
  'cards.updateLocationSettings': endpoint('cards.updateLocationSettings', {
    summary: 'Saves where the office is.',
    access: 'owner',
    limit: { per: 'account', count: 20, windowSeconds: 60 },
    input: z.object({
      alias: Alias,
      key: text.max(80),
      address: z.union([text.trim().min(1, noAddress).max(400), Location.shape.address]),
      lat: z.number().min(-90).max(90).refine(isNotZero, noAddress),
      lng: z.number().min(-180).max(180).refine(isNotZero, noAddress),
    }),
    output: SuccessAnswer,
    problems: ['not-signed-in', 'card-not-found', 'input-invalid'],
    refusesWith: 'success-flag',
  }),
}
