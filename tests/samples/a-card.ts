import { blankCard } from '#common/blank-card.ts'
import { activeSubscription } from '#contract/billing/plan-label.ts'
import type { ApplicationSettings, Card, CardSettings, GradeService } from '#contract/cards/cards.ts'
import type { OpenCard } from '../../web/features/cards/frame/frame-view.ts'
import { layouts } from '#common/layouts.ts'

/** For tests: a card with everything, changed where a test needs it. */
export function aCard({ settings, ...changes }: Partial<Omit<Card, 'settings'>> & { settings?: Partial<CardSettings> } = {}): Card {
  return {
    ...plainCard,
    ...changes,
    settings: { ...plainSettings, ...settings },
  }
}

export function anOpenCard(changes: Parameters<typeof aCard>[0] = {}, rest: Partial<Omit<OpenCard, 'card'>> = {}): OpenCard {
  return {
    card: aCard(changes),
    subscription: activeSubscription,
    services: [],
    settings: plainApplicationSettings,
    address: { alias: 'maren' },
    ...rest,
  }
}

export const aService = (changes: Partial<GradeService> = {}): GradeService => ({
  gradeServiceId: 1,
  serviceName: 'Instagram',
  directLink: 'https://instagram.example/maren',
  shortReviewLink: '',
  shortLink: '',
  gradeServiceCssClassName: '',
  gradeServiceFontAwesomeIcon: '',
  gradeServiceSearchUrl: '',
  serviceCapabilities: 31,
  weight: 1,
  ignoreService: false,
  ...changes,
})

export const aSite = {
  productName: 'Carte',
  productSlug: 'carte',
  version: '0.1.0',
  publicUrl: 'https://carte.example',
  supportPhone: '',
  helpUrl: '',
  homeValueUrl: '',
  privacyUrl: '',
  termsUrl: '',
  accessibilityUrl: '',
  sourceUrl: '',
  installVideoIphone: '',
  installVideoAndroid: '',
  tilesUrl: '',
  tilesAttribution: '',
  hasPlans: true,
  isDemo: true,
  isLoginOutside: false,
  sendsMail: true,
  description: '',
  signUp: 'open' as const,
  phone: null,
}

const plainApplicationSettings: ApplicationSettings = {
  services: {
    website: 101,
    realtor: 102,
    homes: 103,
    fiftyFivePlaces: 104,
    experienceManagementPlatform: 105,
    facebook: 106,
    google: 107,
    bbb: 108,
    rateMyAgent: 109,
    zillowReviews: 110,
    whatIsYourHomeWorth: 111,
  },
  reviewLinkComponents: {},
  claimTags: '',
  emailBody: '',
  smsBody: '',
  reviewMeEmailBody: '',
  reviewMeSmsBody: '',
  reviewLinkGradeComponentId: 0,
  anyPermission: 0,
}

const blank = blankCard('maren')

const plainSettings: CardSettings = {
  ...blank.settings,
  licenseNumber: { show: true, number: 'BA-918204' },
  tagLine: { show: true, text: 'Finding people the light they want to live in.' },
}

const plainCard: Card = {
  ...blank,
  id: '01890000-0000-7000-8000-000000000001',
  key: 'key',
  revision: 1,
  firstName: 'Maren',
  lastName: 'Holloway',
  fullName: 'Maren Holloway',
  title: 'Broker Associate',
  bio: 'I grew up two streets from the ferry.\n\nOff the clock I row badly.',
  companyName: 'Harbor & Pine Realty',
  companyAddress: '14 Ferry Point Road',
  companyCity: 'Port Hadley',
  companyState: 'ME',
  companyZip: '04099',
  companyCountry: 'US',
  phoneNumber: '(207) 555-0142',
  officePhoneNumber: '(207) 555-0118',
  directPhoneNumber: '(207) 555-0167',
  emailAddress: 'maren.holloway@example.com',
  ...layouts[0].colors,
  pictures: { ...blank.pictures, profile: { revision: 'r1', width: 568, height: 710 } },
  showCustomReviews: false,
}
