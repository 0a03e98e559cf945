/** What is kept of people, and for how long. The server holds to these numbers, and the page about privacy says them. */
export const keeping = {
  cards: null,
  contacts: null,
  pageTroubleDays: 30,
  /** Counts by quarter of an hour; those by day stay. The longest period of the analytics page and the one before it fit. */
  visitQuarterDays: 90,
  /** Held as a machine's, after its owner was told and, though their plan opens it, nobody looked at it. */
  heldContactDays: 90,
  sessionIdleDays: 14,
  sessionWholeDays: 60,
  /** So long a browser that was signed in is told from a stranger's. */
  knownBrowserDays: 365,
  usedLinkDays: 1,
  usedCodeDays: 1,
  billingEventDays: 90,
  operatorActDays: 730,
  importDays: 30,
  outboxDays: 7,
  doneJobHours: 1,
} as const

/** From the wish to go until it is done: long enough to come back from a holiday. */
export const leavingGraceDays = 14
/** So long nobody else gets the address of a card that went. */
export const aliasRestsDays = 90
