/** What the figures are stretched to. Change what differs with you, and run it again. */
export const target = {
  cards: 10_000_000,
  eventsPerMonth: 1_000_000_000,
  /** A month's busiest hour against its average. */
  peak: 10,
  eventsPerCall: 3,
  pagesPerMonth: 400_000_000,
  /** Of them, what an instance has ready. */
  keptShare: 0.9,
  /** Of Node's processor, for an answer that is ready and for taking in a call of events: three times what docs/performance.md has of the first. */
  answerMs: 0.05,
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
  /** What is bought of a busiest hour's cores: half of each stays free, and everything is there twice. */
  coresBought: 4,
}

/** In your currency, of your provider; these are round numbers of the kind that lists of 2026 show. */
export const prices = { gigabyteOfDiskMonth: 0.1, gigabyteOfObjectsMonth: 0.02, gigabyteSent: 0.02, coreMonth: 25 }
