import type { Subject } from './tables.ts'

/** A card under a variant's own words. Whether it is on at all is the card's, and no variant's. */
export function withOverrides(subject: Subject, overrides: Partial<Subject> | null): Subject {
  const { isCardDisabled, eCardEnabled } = subject
  return { ...subject, ...overrides, isCardDisabled, eCardEnabled }
}
