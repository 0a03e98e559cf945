/** Numbers and lists that both sides hold to. Lengths of time say their unit. */
export const silentLoginMs = 5000
export const snackbarMs = { copy: 1500, share: 1000, notice: 8000, error: 2000 } as const
export const connectedMs = 3000
export const reachability = { firstMs: 500, againMs: 5000 } as const
export const promptDelayMs = { connect: 500, install: 1000, installAfterConnect: 100, login: 500 } as const
export const captureDelay = { defaultSeconds: 3, leastSeconds: 0.1 } as const
export const neverAskAgainAbove = 3
export const installEveryNth = 5
export const trialBannerDays = { from: 2, to: 29 } as const
export const contactsPageSize = 10
export const freeContactCount = 5
export const searchDebounceMs = 700

export const desktopFromPx = 1024
export const breakpointsPx = [767, 1023, 1024, 1400, 1700] as const
export const qrPx = { page: 270, share: 400 } as const
export const mapView = { zoom: 16, heightPx: 400 } as const
export const storyView = { durationMs: 5000, widthPx: 350, heightPx: 580, activeGapPx: 380, gapPx: 280, stepsPerDuration: 100 } as const

export const defaultReviewSms = 'Please take the time to give me a nice review on any of these sites.'

/** What a service is for, as bit flags of its own: not the card's permissions. */
export const serviceCapabilities = { social: 1, review: 4, connect: 8, homepage: 16, website: 32 } as const

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

export const loanPrograms = ['Fixed30Year', 'Fixed20Year', 'Fixed15Year', 'Fixed10Year'] as const
export const loanPurposes = ['Purchase', 'Refinance', 'HomeEquity', 'Construction', 'HELOC'] as const
export const servicesProvided = ['NoResponse', 'DidNotContinue', 'PreQualified', 'LoanInProgress', 'LoanClosed'] as const
export const satisfactions = ['DidNotMeetExpectations', 'MetExpectations', 'ExceededExpectations'] as const
export const reviewDetails = ['LowCredit', 'SelfEmployed', 'FirstTimeBuyer', 'NewConstruction'] as const

/** Widths a picture is made in; any other would be a new file for every visitor's screen. */
export const pictureWidths = [44, 88, 136, 192, 220, 272, 440, 448, 640, 660, 800, 960, 1055, 1400, 2000] as const
