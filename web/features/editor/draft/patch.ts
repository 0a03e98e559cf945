import { draftKeysOf, type DraftFields, type DraftKey, type EditedCard } from './edited.ts'
import { isSame } from './same.ts'

/** The card as it would be published: what is published, under what is drafted. */
export const under = (published: EditedCard, patch: DraftFields): EditedCard => ({ ...published, ...patch })

/** A patch with one thing decided otherwise. What is as published is no longer part of it. */
export function decide<K extends DraftKey>(published: EditedCard, patch: DraftFields, key: K, value: EditedCard[K]): DraftFields {
  const { [key]: _, ...rest } = patch
  return isSame(published[key], value) ? rest : { ...rest, [key]: value }
}

export const decideAll = (published: EditedCard, patch: DraftFields, fields: DraftFields): DraftFields =>
  draftKeysOf(fields).reduce((now, key) => decide(published, now, key, fields[key] as EditedCard[typeof key]), patch)

/** What has to be told to who knows `base`, so that they know `patch`. */
export function differences(base: DraftFields, patch: DraftFields): { changes: DraftFields; removed: DraftKey[] } {
  const changed = draftKeysOf(patch).filter((key) => !isSame(base[key], patch[key]))
  return {
    changes: Object.fromEntries(changed.map((key) => [key, patch[key]])),
    removed: draftKeysOf(base).filter((key) => !(key in patch)),
  }
}

export type Meeting = { patch: DraftFields; published: EditedCard; disputed: DraftKey[] }
/** `sent` was saved without an answer: the server may have it already, and then it is no other window's. */
export type Side = { published: EditedCard; patch: DraftFields; sent?: DraftFields | null | undefined }

/**
 * Two windows changed the same card. What only one of them changed stays as that one has it; what both changed otherwise is
 * disputed, and ours is kept in sight until somebody decides.
 */
export function meet(before: Side, ours: DraftFields, theirs: Side): Meeting {
  const was = under(before.published, before.patch)
  const mine = under(before.published, ours)
  const now = under(theirs.published, theirs.patch)
  const sent = before.sent ? under(before.published, before.sent) : was
  const disputed: DraftKey[] = []
  let patch = theirs.patch
  for (const key of draftKeysOf(mine)) {
    if (isSame(mine[key], was[key])) continue
    if (![was, sent, mine].some((known) => isSame(now[key], known[key]))) disputed.push(key)
    patch = decide(theirs.published, patch, key, mine[key])
  }
  return { patch, published: theirs.published, disputed }
}
