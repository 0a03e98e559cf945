// Constants for rendering a card, on the server and in the editor's preview. A visitor's first view doesn't load them.

/** Subtracted from red, green and blue of the contact background on hover. */
export const footerHoverDarkens = [30, 30, 40] as const

export const emailTextPx = { min: 7, max: 14 } as const
/** The portrait in an email signature: more than twice its displayed size. */
export const signaturePortraitPx = { width: 220, height: 275 } as const

export const defaultReviewSms = 'Please take the time to give me a nice review on any of these sites.'

/** The template of lenders' cards, which show reviews in the lender style. */
export const lenderTemplateId = 6

/** Bit flags of a service's uses; not the card's permissions. */
export const serviceCapabilities = { social: 1, review: 4, connect: 8, homepage: 16, website: 32 } as const

/** Styles of a card's service tiles; an unknown name means the first. */
export const iconPacks = ['default', 'outline', 'round', 'plain'] as const
export type IconPack = (typeof iconPacks)[number]

/** Sites with more reviews: the card's show flag and the installation's service for each. */
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

/** Fields that the owner can hide on every page. */
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
