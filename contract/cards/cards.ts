import { z } from 'zod'
import { appIconShapes, appScreenshotShapes } from './app-pictures.ts'
import { fieldOf, publicNames, settingNames, type FieldName, type KindOf } from './card-fields.ts'
import { foundCardsMax } from '../constants.ts'
import { homepageKeys } from './drawing.ts'
import { endpoint } from '../endpoint.ts'
import { uuid } from '../values.ts'
import { issueCode } from '../input-issues.ts'

export const Alias = z.string().regex(/^[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,58}[a-zA-Z0-9])?$/, issueCode('aliasInvalid'))
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

const FoundCard = z.object({ alias: text, fullName: text, title: text, companyName: text })
export type FoundCard = z.output<typeof FoundCard>

export const LayoutAlign = z.enum(['left', 'center', 'right'])
export const FontSize = z.enum(['sm', 'md', 'lg'])

export const Location = z.object({
  lat: z.number(),
  lng: z.number(),
  address: z.object({ address_line_1: text, city: text, state: text, zip_code: text }),
})

/** The schema of each kind of field in responses. */
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

/** The response schemas of these fields. */
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

/** A picture of the card. Null means none was uploaded: a placeholder is served. */
export const Picture = z.object({ revision: text, width: z.number().int(), height: z.number().int() })

/** The public card. Fields that the owner hides or the card lacks the permission for are empty. */
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

/** A disabled card includes the name and nothing else about the person. */
export const DisabledCard = Card.pick({
  alias: true,
  fullName: true,
  isCardDisabled: true,
  eCardEnabled: true,
  profile: true,
  isDemo: true,
}).extend({
  /** By an administrator. Otherwise its owner turned it off, or it isn’t activated yet. */
  isTakenDown: flag,
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

/** The response of the specification's owner endpoints: success is the number 1 or 0. */
export const SuccessAnswer = z.object({ success: z.union([z.literal(1), z.literal(0)]), message: text })

export const SettingsUpdate = z.object({
  alias: Alias,
  key: text.max(80),
  updateType: z.int32().describe('0 home page toggles, 1 contact form toggles, 16 tags'),
  setting: text.min(1, issueCode('settingMissing')).max(120),
  value: z.union([flag, text.max(4000), z.number()]),
})

export const OwnCardItem = z.object({
  alias: text,
  fullName: text,
  title: text,
  isOpen: flag,
  picture: text.nullable().describe('Revision of the profile photo'),
  isAvailable: flag.describe('False while its database server does not respond: then only the alias is known'),
})
export type OwnCardItem = z.output<typeof OwnCardItem>

const noAddress = issueCode('locationMissing')
const isNotZero = (value: number) => value !== 0

/** For responses rendered on request. */
const renderLimit = { per: 'address', count: 120, windowSeconds: 60 } as const

const versioned = z.object({ alias: Alias, version: VersionName.optional() })
const ofSubject = z.object({
  subjectId: uuid,
  version: z
    .union([z.literal(''), VersionName])
    .optional()
    .describe('A named version; empty (the published card’s stringVersion) for the published card'),
})

export const cards = {
  'api.ping': endpoint('api.ping', {
    summary: 'Answers without a body, to check that the server is reachable.',
    access: 'anyone',
    output: { status: 204 },
    problems: [],
  }),
  'cards.settings': endpoint('cards.settings', {
    summary: 'Returns installation-wide settings that cards use.',
    access: 'anyone',
    output: ApplicationSettings,
    problems: [],
  }),
  'cards.read': endpoint('cards.read', {
    summary: 'Returns a card by alias, or one of its named versions.',
    access: 'anyone',
    params: versioned,
    output: CardAnswer,
    problems: ['card-not-found'],
  }),
  'cards.find': endpoint('cards.find', {
    summary: 'Finds cards by words of their name, company or alias. Unlisted cards and those that are off are left out.',
    access: 'anyone',
    isUncached: true,
    limit: { per: 'address', count: 60, windowSeconds: 60 },
    query: z.object({ search: z.string().trim().max(100) }),
    output: z.array(FoundCard).max(foundCardsMax),
    problems: [],
  }),
  'cards.homepageSettings': endpoint('cards.homepageSettings', {
    summary: 'Returns the default home page settings.',
    access: 'anyone',
    output: z.array(HomepageSetting),
    problems: [],
  }),
  'cards.services': endpoint('cards.services', {
    summary: 'Lists the services that a card links to.',
    access: 'anyone',
    query: ofSubject,
    output: z.array(GradeService),
    problems: ['card-not-found'],
  }),
  'cards.components': endpoint('cards.components', {
    summary: 'Lists values of a card’s services, such as review links.',
    access: 'anyone',
    query: ofSubject.extend({ templateId: z.coerce.number().pipe(z.int32()).optional() }),
    output: z.array(GradeComponent),
    problems: ['card-not-found'],
  }),
  'cards.vCard': endpoint('cards.vCard', {
    summary: 'Returns the card as a vCard 3.0 file.',
    access: 'anyone',
    limit: renderLimit,
    params: z.object({
      alias: Alias,
      version: z.string().max(80).optional().describe('A named version; anything else, or none, returns the published card'),
    }),
    output: { media: ['text/vcard'] },
    problems: ['card-not-found'],
  }),
  'cards.qr': endpoint('cards.qr', {
    summary: 'Returns a QR code that opens the card; PNG is for download.',
    access: 'anyone',
    limit: renderLimit,
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
  'cards.seal': endpoint('cards.seal', {
    summary: 'Returns the engraved seal of an address. The same address always has the same seal, whether or not it has a card.',
    access: 'anyone',
    params: z.object({ alias: Alias }),
    output: { media: ['image/svg+xml'] },
    problems: [],
  }),
  'cards.installQr': endpoint('cards.installQr', {
    summary: 'Returns a QR code that opens the card’s install page.',
    access: 'anyone',
    limit: renderLimit,
    params: z.object({ alias: Alias }),
    output: { media: ['image/svg+xml'] },
    problems: ['card-not-found'],
  }),
  'cards.preview': endpoint('cards.preview', {
    summary: 'Returns the 1200 × 630 image of link previews.',
    access: 'anyone',
    limit: renderLimit,
    params: z.object({ alias: Alias, version: VersionName }),
    output: { media: ['image/jpeg'] },
    problems: ['card-not-found'],
  }),
  'cards.appIcon': endpoint('cards.appIcon', {
    summary: 'Returns the card’s home screen icon or one of its shortcut icons.',
    access: 'anyone',
    limit: renderLimit,
    params: z.object({ alias: Alias, shape: z.enum(appIconShapes), version: VersionName }),
    output: { media: ['image/png'] },
    problems: ['card-not-found'],
  }),
  'cards.appScreenshot': endpoint('cards.appScreenshot', {
    summary: 'Returns a screenshot of the card on a phone or desktop, for the install prompt.',
    access: 'anyone',
    limit: renderLimit,
    params: z.object({ alias: Alias, shape: z.enum(appScreenshotShapes), version: VersionName }),
    output: { media: ['image/jpeg'] },
    problems: ['card-not-found'],
  }),
  'cards.own': endpoint('cards.own', {
    summary: 'Lists your cards, oldest first.',
    access: 'owner',
    output: z.array(OwnCardItem),
    problems: ['not-logged-in'],
  }),
  'cards.updateSettings': endpoint('cards.updateSettings', {
    summary: 'Changes a setting of your card.',
    access: 'owner',
    limit: { per: 'account', count: 60, windowSeconds: 60 },
    input: SettingsUpdate,
    output: SuccessAnswer,
    problems: ['not-logged-in', 'card-not-found', 'input-invalid'],
    codes: ['secondsInvalid', 'updateTypeUnknown', 'mustBeBoolean'],
    errorFormat: 'success-flag',
  }),
  'cards.updateApplicationSettings': endpoint('cards.updateApplicationSettings', {
    summary: 'Changes an application setting of your card.',
    access: 'owner',
    limit: { per: 'account', count: 60, windowSeconds: 60 },
    input: SettingsUpdate,
    output: SuccessAnswer,
    problems: ['not-logged-in', 'card-not-found', 'input-invalid'],
    errorFormat: 'success-flag',
  }),
  'cards.updateLocationSettings': endpoint('cards.updateLocationSettings', {
    summary: 'Saves the office’s location.',
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
    problems: ['not-logged-in', 'card-not-found', 'input-invalid'],
    errorFormat: 'success-flag',
  }),
}
