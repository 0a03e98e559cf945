/** How long personal data is stored. The server deletes by these numbers, and the privacy page shows them. `null`: until deleted. */
export const retention = {
  cards: null,
  contacts: null,
  pageErrorDays: 30,
  /** Counts per quarter hour; counts per day stay. Covers the longest period of the analytics page and the one before it. */
  visitQuarterDays: 90,
  /** Possible spam that its owner was notified of, could open, and didn't. */
  quarantinedContactDays: 90,
  sessionIdleDays: 14,
  sessionMaxDays: 60,
  /** How long a browser that logged in is recognized, for rate limits of its own. */
  knownBrowserDays: 365,
  usedLinkDays: 1,
  usedCodeDays: 1,
  expiredInvitationDays: 30,
  billingEventDays: 90,
  auditLogDays: 730,
  /** Events for connections, and their deliveries. */
  eventDays: 30,
  importDays: 30,
  /** A contact file that was previewed and not imported. */
  importPreviewDays: 1,
  outboxDays: 7,
  /** After the last rejection. */
  refusedRecipientDays: 90,
  doneJobHours: 1,
} as const

/** From the deletion request until the account is deleted: long enough to return from a vacation. */
export const deletionGraceDays = 14
/** How long the address of a deleted card stays reserved. */
export const aliasReservedDays = 90
