/** What the figures are stretched to. Change what differs with you, and run it again. */
export const target = {
  cards: 10_000_000,
  eventsPerMonth: 1_000_000_000,
  /** A month's busiest hour against its average. */
  peak: 10,
  eventsPerCall: 3,
  pagesPerMonth: 400_000_000,
  contactsPerCard: 10,
  contactsPerMonth: 5_000_000,
  editsPerMonth: 20_000_000,
  shortLinksPerCard: 2,
  monthsOfEvents: 14,
  monthsOfCounts: 36,
  picturesPerCard: 3,
  /** A master and the widths people ask for. */
  bytesPerPicture: 350_000,
  bytesPerVisit: 60_000,
}

/** In your currency, of your provider; these are round numbers of the kind that lists of 2026 show. */
export const prices = { gigabyteOfDiskMonth: 0.1, gigabyteOfObjectsMonth: 0.02, gigabyteSent: 0.02, coreMonth: 25 }
