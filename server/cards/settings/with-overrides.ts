import type { Subject } from '../tables.ts'

/** Fields that no version can override: switches, permissions, experiments, identity. */
const cardOnlyFields = [
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

/** A card with a version's overrides. A field that the card hides stays hidden. */
export function withOverrides(subject: Subject, overrides: Partial<Subject> | null): Subject {
  if (!overrides) return subject
  const ownFields = Object.fromEntries(cardOnlyFields.map((field) => [field, subject[field]])) as Pick<
    Subject,
    (typeof cardOnlyFields)[number]
  >
  return { ...subject, ...overrides, ...ownFields, settings: settingsOf(subject.settings, overrides.settings ?? {}) }
}

function settingsOf(own: Subject['settings'], other: Subject['settings']): Subject['settings'] {
  const hidden = Object.entries(own.homepage ?? {}).filter(([, isVisible]) => !isVisible)
  return { ...own, ...other, homepage: { ...own.homepage, ...other.homepage, ...Object.fromEntries(hidden) } }
}
