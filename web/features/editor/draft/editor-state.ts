import type { Fault, Kept } from './draft-server.ts'
import type { DraftFields, DraftKey, EditedCard } from './edited.ts'
import { noHistory, type History } from './history.ts'
import type { Unadded } from './unadded.ts'
import { under, type Side } from './patch.ts'

/** `waiting`: typed and not yet sent. `away`: nobody answers; it is kept on the device and sent when somebody does. */
export type Saving = 'saved' | 'waiting' | 'saving' | 'away' | 'refused' | 'disputed'

export type EditorState = {
  published: EditedCard
  /** What differs from the published card, in this window. */
  patch: DraftFields
  edited: EditedCard
  saving: Saving
  /** Why, in the server's words, where it refused. */
  refusal: string
  savedAt: string | null
  faults: readonly Fault[]
  /** What another window changed to something else, with what it was and what it is there. */
  disputed: readonly { key: DraftKey; was: unknown; theirs: unknown }[]
  /** Publish or Discard was clicked and is not answered yet. */
  busy: 'publishing' | 'discarding' | null
  /** What is typed or chosen and is no part of the draft yet. It holds Publish. */
  unadded: Unadded
  history: History
}

export function stateOf({ published, patch, faults, savedAt }: Kept): EditorState {
  return {
    published,
    patch,
    edited: under(published, patch),
    saving: 'saved',
    refusal: '',
    savedAt,
    faults,
    disputed: [],
    busy: null,
    unadded: {},
    history: noHistory,
  }
}

/** What both changed to something else: what it was, and what it is in the other window. */
export function disputeOf(before: Side, theirs: Side, keys: readonly DraftKey[]): Pick<EditorState, 'saving' | 'disputed'> {
  const [was, now] = [under(before.published, before.patch), under(theirs.published, theirs.patch)]
  return { saving: keys.length > 0 ? 'disputed' : 'waiting', disputed: keys.map((key) => ({ key, was: was[key], theirs: now[key] })) }
}
