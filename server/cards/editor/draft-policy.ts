import { isDeepStrictEqual } from 'node:util'
import { DraftFields, draftKeys, keysInParts, type DraftChanges, type DraftKey, type EditedCard } from '#contract/cards/drafts.ts'

type Parts = Extract<NonNullable<DraftChanges[DraftKey]>, Readonly<Record<string, unknown>>>

const isInParts = (key: DraftKey) => keysInParts.some((known) => known === key)
/** As it is sent, where what is not there is not named either. */
const partsOf = (value: unknown): Parts => JSON.parse(JSON.stringify(value ?? {}))

/** What of the changes differs from the published card, to the part. */
export function differing(published: EditedCard, changes: DraftChanges): DraftChanges {
  const kept: DraftChanges = {}
  for (const key of draftKeys) {
    const value = changes[key]
    if (value === undefined) continue
    if (!isInParts(key)) {
      if (!isSame(key, value, published[key])) kept[key] = value
      continue
    }
    const before = partsOf(published[key])
    const parts = Object.entries(partsOf(value)).filter(([part, chosen]) => !isDeepStrictEqual(chosen, before[part]))
    if (parts.length > 0) kept[key] = Object.fromEntries(parts)
  }
  return kept
}

/** The same with whole values, as the editor lays them over what is published. */
export function wholeOf(published: EditedCard, changes: DraftChanges): DraftChanges {
  const whole = { ...changes }
  for (const key of keysInParts) {
    const chosen = changes[key]
    if (chosen !== undefined) whole[key] = { ...partsOf(published[key]), ...partsOf(chosen) }
  }
  return whole
}

/** Also what is typed with a space at its end is as published. */
function isSame(key: DraftKey, value: unknown, published: unknown): boolean {
  const parsed = DraftFields.shape[key].safeParse(value)
  return isDeepStrictEqual(parsed.success ? parsed.data : value, published)
}
