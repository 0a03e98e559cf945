/** Numbers and lists shared by browser and server. Durations name their unit. */
export const silentLoginMs = 5000
export const snackbarMs = { copy: 1500, share: 1000, notice: 8000, error: 2000 } as const
export const connectedMs = { animation: 3000, closesAfterSaving: 1000 } as const
export const newVersionWindowDays = 7
export const reachability = { firstMs: 500, againMs: 5000 } as const
export const promptDelayMs = { connect: 500, install: 1000, installAfterConnect: 100, login: 500 } as const
/** The form opens after 0 to `captureDelayMaxSeconds` seconds. 0 means after `leastSeconds`, so that the card shows first. */
export const captureDelay = { defaultSeconds: 3, leastSeconds: 0.1 } as const
export const captureDelayMaxSeconds = 600
export const neverAskAgainAbove = 3
export const trialBannerDays = { from: 2, to: 29 } as const
export const contactsPageSize = 10
/** The list of all cards: a page, and how far cards are counted and pages go. */
export const cardsPageSize = 50
export const cardsCountedMax = 10_000
/** Characters of as many aliases, separated by spaces. */
export const cardAliasesMax = 3100
export const freeContactCount = 5
/** How far back the inbox is filled, and with how many notices. */
export const inboxDays = 30
export const inboxMax = 50
/** What happens to imported rows that are contacts already. */
export const duplicateChoices = ['skip', 'merge', 'add'] as const
/** Why a file of contacts can’t be read. */
export const contactFileIssues = ['rows', 'columns', 'empty', 'workbook', 'unknown'] as const
/** Limits of a file of contacts. */
export const contactImportMax = { rows: 100_000, columns: 1000, bytes: 20 * 1024 * 1024 } as const
/** Per card. */
export const labelsMax = 10_000
/** Labels of a contact, and the characters of one. */
export const tagsMax = 20
export const tagLettersMax = 60
export const searchDebounceMs = 700
export const focusReturnMs = 100
export const scrollThresholdsPx = [50, 100] as const
export const analyticsPeriodsDays = [7, 30] as const
export const freeAnalyticsDays = 7

export const desktopFromPx = 1024
export const qrPx = { page: 270, share: 400, installBox: 300 } as const
export const qrCode = { errorCorrection: 'H', logoBorder: 1, fileName: 'qrcode.png' } as const
/** The image that link previews show. */
export const previewPx = { width: 1200, height: 630 } as const
export const pagePx = {
  content: 1400,
  cards: 1055,
  notificationBanner: { width: 600, height: 70 },
  menuPanel: 450,
  linksListHeight: 340,
  adBannerHeight: 200,
  promotionalBannerHeight: 50,
  shareModalHeight: 800,
  aliasInput: 250,
  notesBoxHeight: 120,
  shareIcon: 30,
  toggle: { width: 50, height: 30 },
} as const
export const reviewClampLines = 4
export const mapView = { zoom: 16, heightPx: 400 } as const

export const passwordRule = /^(?=.*[a-z])(?=.*[A-Z])(?=.*\d).{8,}$/s

/** The only widths images are resized to, so that visitors' screens don't each cause a new file. */
export const pictureWidths = [44, 88, 136, 192, 220, 272, 440, 448, 640, 660, 800, 960, 1055, 1400, 2000] as const

/** How many cards a visitor's search finds. */
export const foundCardsMax = 10
