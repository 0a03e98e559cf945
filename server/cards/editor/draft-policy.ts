import { isDeepStrictEqual } from 'node:util'
import { DraftFields, draftKeys, mergedKeys, type DraftChanges, type DraftKey, type EditedCard } from '#contract/cards/drafts.ts'

type Parts = Extract<NonNullable<DraftChanges[DraftKey]>, Readonly<Record<string, unknown>>>

const isMerged = (key: DraftKey) => mergedKeys.some((known) => known === key)
/** As serialized: undefined parts are left out. */
const partsOf = (value: unknown): Parts => JSON.parse(JSON.stringify(value ?? {}))

/** The changes that differ from the published card, part by part for merged keys. */
export function changedFields(published: EditedCard, changes: DraftChanges): DraftChanges {
  const changed: DraftChanges = {}
  for (const key of draftKeys) {
    const value = changes[key]
    if (value === undefined) continue
    if (!isMerged(key)) {
      if (!isSame(key, value, published[key])) changed[key] = value
      continue
    }
    const before = partsOf(published[key])
    const parts = Object.entries(partsOf(value)).filter(([part, chosen]) => !isDeepStrictEqual(chosen, before[part]))
    if (parts.length > 0) changed[key] = Object.fromEntries(parts)
  }
  return changed
}

/** The changes with whole values for merged keys, as the editor shows them. */
export function withWholeValues(published: EditedCard, changes: DraftChanges): DraftChanges {
  const whole = { ...changes }
  for (const key of mergedKeys) {
    const chosen = changes[key]
    if (chosen !== undefined) whole[key] = { ...partsOf(published[key]), ...partsOf(chosen) }
  }
  return whole
}

/** Compares parsed values, so that trailing spaces don't count as a change. */
function isSame(key: DraftKey, value: unknown, published: unknown): boolean {
  const parsed = DraftFields.shape[key].safeParse(value)
  return isDeepStrictEqual(parsed.success ? parsed.data : value, published)
}
