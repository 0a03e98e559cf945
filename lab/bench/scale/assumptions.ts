/** The assumptions of the extrapolation. Adjust them to your installation and run it again. */
export const target = {
  cards: 10_000_000,
  eventsPerMonth: 1_000_000_000,
  /** The busiest hour of a month, relative to the average hour. */
  peak: 10,
  eventsPerCall: 3,
  pagesPerMonth: 400_000_000,
  /** The share that an instance has cached. */
  cacheHitShare: 0.9,
  /** CPU time of Node for a cached response and for receiving a call with events: three times the first figure of docs/performance.md. */
  answerMs: 0.05,
  contactsPerCard: 10,
  contactsPerMonth: 5_000_000,
  editsPerMonth: 20_000_000,
  shortLinksPerCard: 2,
  monthsOfEvents: 14,
  monthsOfCounts: 36,
  picturesPerCard: 3,
  /** A master and its requested widths. */
  bytesPerPicture: 350_000,
  bytesPerVisit: 60_000,
  /** Cores to buy per core of the busiest hour: each at most half used, and everything twice. */
  coresBought: 4,
}

/** Prices in your provider's currency; these are round list prices of 2026. */
export const prices = { gigabyteOfDiskMonth: 0.1, gigabyteOfObjectsMonth: 0.02, gigabyteSent: 0.02, coreMonth: 25 }
