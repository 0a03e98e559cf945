import type { Issue, SavedDraft } from './draft-server.ts'
import type { DraftFields, DraftKey, EditedCard } from './edited.ts'
import { noHistory, type History } from './history.ts'
import type { PendingInput } from './pending-input.ts'
import { applyPatch, type Side } from './patch.ts'

/** `waiting`: not yet sent. `unreachable`: no answer; stored on the device and sent later. */
export type Saving = 'saved' | 'waiting' | 'saving' | 'unreachable' | 'rejected' | 'conflict'

export type EditorState = {
  published: EditedCard
  /** What differs from the published card in this window. */
  patch: DraftFields
  edited: EditedCard
  saving: Saving
  /** The server's message if it rejected the draft. */
  errorMessage: string
  savedAt: string | null
  issues: readonly Issue[]
  /** Fields that another window changed differently, with their base value and its value. */
  conflicts: readonly { key: DraftKey; was: unknown; theirs: unknown }[]
  /** Publish or Discard was clicked and is not answered yet. */
  busy: 'publishing' | 'discarding' | null
  /** Input that is not part of the draft yet. It blocks Publish. */
  pending: PendingInput
  history: History
}

export function stateOf({ published, patch, issues, savedAt }: SavedDraft): EditorState {
  return {
    published,
    patch,
    edited: applyPatch(published, patch),
    saving: 'saved',
    errorMessage: '',
    savedAt,
    issues,
    conflicts: [],
    busy: null,
    pending: {},
    history: noHistory,
  }
}

/** Fields that both windows changed differently, with the base value and the other window's. */
export function conflictsOf(before: Side, theirs: Side, keys: readonly DraftKey[]): Pick<EditorState, 'saving' | 'conflicts'> {
  const [was, now] = [applyPatch(before.published, before.patch), applyPatch(theirs.published, theirs.patch)]
  return { saving: keys.length > 0 ? 'conflict' : 'waiting', conflicts: keys.map((key) => ({ key, was: was[key], theirs: now[key] })) }
}
