/** What a card is drawn by, on the server and in an editor's preview. A visitor's first view carries none of it. */
/** Taken from red, green and blue of the contact background under the pointer. */
export const footerHoverDarkens = [30, 30, 40] as const

export const emailTextPx = { least: 7, most: 14 } as const
/** The portrait at the foot of a mail: as a file, more than twice as large as it is shown. */
export const signaturePortraitPx = { width: 220, height: 275 } as const

export const defaultReviewSms = 'Please take the time to give me a nice review on any of these sites.'

/** Template of a card whose owner lends: reviews in the lender's style. */
export const lenderTemplateId = 6

/** What a service is for, as bit flags of its own: not the card's permissions. */
export const serviceCapabilities = { social: 1, review: 4, connect: 8, homepage: 16, website: 32 } as const

/** How a card's service tiles are drawn; another name means the first. */
export const iconPacks = ['default', 'outline', 'round', 'plain'] as const
export type IconPack = (typeof iconPacks)[number]

/** Places to find more reviews at: the card's show flag and the installation's service for each. */
export const reviewSources = {
  Realtor: { flag: 'showRealtorReviews', service: 'realtor' },
  Homes: { flag: 'showHomesReviews', service: 'homes' },
  Facebook: { flag: 'showFacebookReviews', service: 'facebook' },
  Google: { flag: 'showGoogleReviews', service: 'google' },
  '55Places': { flag: 'show55PlacesReviews', service: 'fiftyFivePlaces' },
  'Experience Management Platform': { flag: 'showExperienceManagementPlatformReviews', service: 'experienceManagementPlatform' },
  BBB: { flag: 'showBBBReviews', service: 'bbb' },
  'Rate My Agent': { flag: 'showRateMyAgentReviews', service: 'rateMyAgent' },
} as const

export const loanPrograms = ['Fixed30Year', 'Fixed20Year', 'Fixed15Year', 'Fixed10Year'] as const
export const loanProgramYears = { Fixed30Year: 30, Fixed20Year: 20, Fixed15Year: 15, Fixed10Year: 10 } as const
export const loanPurposes = ['Purchase', 'Refinance', 'HomeEquity', 'Construction', 'HELOC'] as const
export const servicesProvided = ['NoResponse', 'DidNotContinue', 'PreQualified', 'LoanInProgress', 'LoanClosed'] as const
export const satisfactions = ['DidNotMeetExpectations', 'MetExpectations', 'ExceededExpectations'] as const
export const reviewDetails = ['LowCredit', 'SelfEmployed', 'FirstTimeBuyer', 'NewConstruction'] as const

/** What of a card its owner may keep off every page. */
export const homepageKeys = [
  'ShowName',
  'ShowTitle',
  'ShowCompanyName',
  'ShowMobilePhone',
  'ShowOfficePhone',
  'ShowDirectPhone',
  'ShowEmailAddress',
] as const
export type HomepageKey = (typeof homepageKeys)[number]

export const experiments = [
  'EnableTranslations',
  'NotificationsSubscribe',
  'FallbackZillowReviews',
  'EnableShortCardLinks',
  'DebugClientConnect',
  'DebugTour',
  'DebugLogs',
] as const
export type Experiment = (typeof experiments)[number]
