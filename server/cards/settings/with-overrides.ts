import type { Subject } from '../tables.ts'

/** What is the card's and no variant's: whether it is on, what it may do, what is tried out on it. */
const ofTheCard = [
  'isCardDisabled',
  'eCardEnabled',
  'grantedRights',
  'revokedRights',
  'experiments',
  'isDemo',
  'alias',
  'id',
  'key',
] as const

/** A card under a variant's own words. A phone that the card hides stays hidden, whatever the variant says. */
export function withOverrides(subject: Subject, overrides: Partial<Subject> | null): Subject {
  if (!overrides) return subject
  const kept = Object.fromEntries(ofTheCard.map((field) => [field, subject[field]])) as Pick<Subject, (typeof ofTheCard)[number]>
  return { ...subject, ...overrides, ...kept, settings: settingsOf(subject.settings, overrides.settings ?? {}) }
}

function settingsOf(own: Subject['settings'], other: Subject['settings']): Subject['settings'] {
  const hidden = Object.entries(own.homepage ?? {}).filter(([, isShown]) => !isShown)
  return { ...own, ...other, homepage: { ...own.homepage, ...other.homepage, ...Object.fromEntries(hidden) } }
}
