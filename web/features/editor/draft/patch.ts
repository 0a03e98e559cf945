import { draftKeysOf, type DraftFields, type DraftKey, type EditedCard } from './edited.ts'
import { deepEqual } from './deep-equal.ts'

/** The card as it would be published. */
export const applyPatch = (published: EditedCard, patch: DraftFields): EditedCard => ({ ...published, ...patch })

/** The patch with one field set. A field equal to the published one is left out. */
function withField<K extends DraftKey>(published: EditedCard, patch: DraftFields, key: K, value: EditedCard[K]): DraftFields {
  const { [key]: _, ...rest } = patch
  return deepEqual(published[key], value) ? rest : { ...rest, [key]: value }
}

export const withFields = (published: EditedCard, patch: DraftFields, fields: DraftFields): DraftFields =>
  draftKeysOf(fields).reduce((now, key) => withField(published, now, key, fields[key] as EditedCard[typeof key]), patch)

/** The changes that turn `base` into `patch`. */
export function differences(base: DraftFields, patch: DraftFields): { changes: DraftFields; removed: DraftKey[] } {
  const changed = draftKeysOf(patch).filter((key) => !deepEqual(base[key], patch[key]))
  return {
    changes: Object.fromEntries(changed.map((key) => [key, patch[key]])),
    removed: draftKeysOf(base).filter((key) => !(key in patch)),
  }
}

type Merge = { patch: DraftFields; published: EditedCard; conflicts: DraftKey[] }
/** `sent` was sent without an answer: the server may have it, so it is not another window's change. */
export type Side = { published: EditedCard; patch: DraftFields; sent?: DraftFields | null | undefined }

/**
 * Three-way merge of two windows' changes. A field that only one changed keeps that change; a field that both changed differently is
 * a conflict, and shows this window's value until the owner decides.
 */
export function merge(before: Side, own: DraftFields, theirs: Side): Merge {
  const was = applyPatch(before.published, before.patch)
  const mine = applyPatch(before.published, own)
  const now = applyPatch(theirs.published, theirs.patch)
  const sent = before.sent ? applyPatch(before.published, before.sent) : was
  const conflicts: DraftKey[] = []
  let patch = theirs.patch
  for (const key of draftKeysOf(mine)) {
    if (deepEqual(mine[key], was[key])) continue
    if (![was, sent, mine].some((known) => deepEqual(now[key], known[key]))) conflicts.push(key)
    patch = withField(theirs.published, patch, key, mine[key])
  }
  return { patch, published: theirs.published, conflicts }
}
