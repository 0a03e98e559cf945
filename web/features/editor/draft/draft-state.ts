import type { StoredDraft } from './draft-storage.ts'
import type { DraftError, Issue, SavedDraft } from './draft-server.ts'
import { applyPatch, merge, withFields, type Side } from './patch.ts'
import { draftKeysOf, type DraftFields, type DraftKey, type EditedCard } from './edited.ts'
import { noHistory, record, stepBack, stepForth, stepFrom, type History } from './history.ts'
import { deepEqual } from './deep-equal.ts'
import { pendingIssues, withoutUnchangedTexts, withPending, type PendingInput, type PendingPath } from './pending-input.ts'

/** `waiting`: not yet sent. `unreachable`: no answer; stored on the device and sent later. */
export type Saving = 'saved' | 'waiting' | 'saving' | 'unreachable' | 'rejected' | 'conflict'

/** What the editor renders. */
export type EditorState = {
  published: EditedCard
  /** What differs from the published card in this window. */
  patch: DraftFields
  edited: EditedCard
  saving: Saving
  /** Null unless the server rejected the draft. */
  error: DraftError | null
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

/** The editor's state and the other copies of the draft. */
export type DraftState = EditorState & {
  /** The draft that the server has, as far as this window knows. */
  serverCopy: SavedDraft
  /** Sent without an answer: the server may have it, so it does not count as another window's change. Sent again unchanged first. */
  unacknowledged: DraftFields | null
  /** Unsaved changes of other windows that are not merged yet, oldest first. */
  otherWindows: readonly StoredDraft[]
  /** What was there when Publish or Discard was clicked. */
  clicked: Pick<EditorState, 'patch' | 'pending'> | null
  /** When to send next. Each new object restarts the timer. */
  nextSave: { inMs: number } | null
}

export type DraftEvent =
  | { kind: 'edited'; fields: DraftFields; at: number }
  | { kind: 'undone' | 'redone' }
  /** Input that is not part of the draft yet; '' once it is added or dropped. */
  | { kind: 'input'; path: PendingPath; text: string }
  /** What this device stored when the page opens. */
  | { kind: 'recalled'; pending: PendingInput; otherWindows: readonly StoredDraft[] }
  /** All conflicts, in favor of one side. */
  | { kind: 'resolved'; which: 'ours' | 'theirs' }
  | { kind: 'sent'; patch: DraftFields }
  /** There was nothing to send. */
  | { kind: 'unchanged' }
  /** The server has what was sent. */
  | { kind: 'saved'; revision: number; savedAt: string; issues: readonly Issue[] }
  | { kind: 'rejected'; error: DraftError }
  | { kind: 'unreachable' }
  /** Another window saved or published in between: its version. */
  | { kind: 'loaded'; theirs: SavedDraft }
  | { kind: 'clicked'; busy: 'publishing' | 'discarding' }
  /** Publish or Discard is done, with any result. */
  | { kind: 'answered' }
  /** Pending input blocks Publish. */
  | { kind: 'blocked' }
  | { kind: 'invalid'; issues: readonly Issue[] }
  | { kind: 'published'; revision: number }
  /** The published card as the server wrote it: it normalizes addresses, for example. */
  | { kind: 'normalized'; serverCopy: SavedDraft }
  | { kind: 'discarded'; revision: number }

/** Typing is saved after a pause. */
const pauseMs = 600
const retryMs = 4000

export const initialState = (loaded: SavedDraft): DraftState => ({
  published: loaded.published,
  patch: loaded.patch,
  edited: applyPatch(loaded.published, loaded.patch),
  saving: 'saved',
  error: null,
  savedAt: loaded.savedAt,
  issues: loaded.issues,
  conflicts: [],
  busy: null,
  pending: {},
  history: noHistory,
  serverCopy: loaded,
  unacknowledged: null,
  otherWindows: [],
  clicked: null,
  nextSave: null,
})

export function reduce(state: DraftState, event: DraftEvent): DraftState {
  const next = step(state, event)
  const { published } = next.serverCopy
  if (next.patch === state.patch && published === state.published) return next
  return { ...next, published, edited: applyPatch(published, next.patch) }
}

function step(state: DraftState, event: DraftEvent): DraftState {
  const { serverCopy, patch, history, pending } = state
  switch (event.kind) {
    case 'edited':
      return edit(state, event.fields, record(history, stepFrom(state.edited, event.fields, event.at)))
    case 'undone': {
      const back = stepBack(history)
      return back ? edit(state, back.step.before, back.history) : state
    }
    case 'redone': {
      const forth = stepForth(history)
      return forth ? edit(state, forth.step.after, forth.history) : state
    }
    case 'input': {
      const { path, text } = event
      if (text === (pending[path] ?? '')) return state
      return { ...state, pending: withPending(pending, path, text), issues: state.issues.filter((issue) => issue.path !== path) }
    }
    case 'recalled':
      return mergeOtherWindows({ ...state, pending: { ...event.pending, ...pending }, otherWindows: event.otherWindows })
    case 'resolved': {
      const theirs: DraftFields = Object.fromEntries(state.conflicts.map((one) => [one.key, one.theirs]))
      const chosen = event.which === 'theirs' ? withFields(serverCopy.published, patch, theirs) : patch
      return mergeOtherWindows({ ...state, patch: chosen, conflicts: [], saving: 'waiting', nextSave: { inMs: 0 } })
    }
    case 'sent':
      // While the server is unreachable, retries are not shown.
      return {
        ...state,
        unacknowledged: event.patch,
        saving: state.saving === 'unreachable' ? 'unreachable' : 'saving',
        nextSave: null,
      }
    case 'unchanged':
      return settle(state)
    case 'saved': {
      const { revision, savedAt, issues } = event
      const saved = { ...serverCopy, patch: state.unacknowledged ?? serverCopy.patch, revision }
      return settle({
        ...state,
        serverCopy: saved,
        unacknowledged: null,
        savedAt,
        issues: withLocalIssues(state, issues),
        error: null,
      })
    }
    case 'rejected':
      return { ...state, unacknowledged: null, saving: state.conflicts.length > 0 ? 'conflict' : 'rejected', error: event.error }
    case 'unreachable':
      if (state.conflicts.length > 0) return state
      return { ...state, saving: 'unreachable', error: null, nextSave: { inMs: retryMs } }
    case 'loaded':
      return rebase(state, event.theirs)
    case 'clicked':
      return { ...state, busy: event.busy, clicked: { patch, pending } }
    case 'answered':
      return { ...state, busy: null, clicked: null }
    case 'blocked': {
      const blocking = pendingIssues(pending)
      return { ...state, issues: [...blocking, ...state.issues.filter(({ path }) => blocking.every((issue) => issue.path !== path))] }
    }
    case 'invalid':
      return { ...state, issues: event.issues }
    case 'published': {
      const published = applyPatch(serverCopy.published, serverCopy.patch)
      return moveTo(state, { ...serverCopy, published, patch: {}, issues: [], revision: event.revision }, serverCopy)
    }
    case 'normalized':
      return event.serverCopy.revision === serverCopy.revision ? moveTo(state, event.serverCopy, serverCopy) : state
    case 'discarded': {
      const discarded = state.clicked ?? state
      const emptied: DraftState = {
        ...state,
        unacknowledged: null,
        history: noHistory,
        conflicts: [],
        pending: withoutUnchangedTexts(pending, discarded.pending),
      }
      const empty = { ...serverCopy, patch: {}, issues: [], revision: event.revision }
      return mergeOtherWindows(moveTo(emptied, empty, { published: serverCopy.published, patch: discarded.patch }))
    }
  }
}

/** Fields change, by typing or undo. They are sent after a pause, unless a conflict waits for a decision. */
function edit(state: DraftState, fields: DraftFields, history: History): DraftState {
  const isTouched = (path: string) => draftKeysOf(fields).some((key) => path === key || path.startsWith(`${key}.`))
  const edited: DraftState = {
    ...state,
    patch: withFields(state.published, state.patch, fields),
    history,
    issues: state.issues.filter(({ path }) => !isTouched(path)),
  }
  if (state.saving === 'conflict') return edited
  return { ...edited, saving: state.saving === 'unreachable' ? 'unreachable' : 'waiting', nextSave: { inMs: pauseMs } }
}

/** Everything is saved, or newer changes are sent after a pause. A conflict waits for the owner's decision. */
function settle(state: DraftState): DraftState {
  if (state.conflicts.length > 0) return { ...state, saving: 'conflict', nextSave: null }
  return hasUnsaved(state) ? { ...state, saving: 'waiting', nextSave: { inMs: pauseMs } } : { ...state, saving: 'saved', nextSave: null }
}

/** The server has `next` now. Edits made since `before` stay on top of it. */
const moveTo = (state: DraftState, next: SavedDraft, before: Side): DraftState =>
  settle({ ...state, serverCopy: next, patch: merge(before, state.patch, next).patch, issues: next.issues, savedAt: null })

/** Puts this window's changes on top of another window's version. */
function rebase(state: DraftState, theirs: SavedDraft): DraftState {
  const { clicked } = state
  const before = { ...baseOf(state), sent: state.unacknowledged }
  const moved: DraftState = {
    ...state,
    serverCopy: theirs,
    unacknowledged: null,
    clicked: clicked && { ...clicked, patch: merge(before, clicked.patch, theirs).patch },
    issues: withLocalIssues(state, theirs.issues),
  }
  return mergeOnto(moved, theirs, before, state.patch)
}

/** Merges the changes of other windows one by one: conflicts with one are resolved before the next. */
function mergeOtherWindows(state: DraftState): DraftState {
  const [other, ...rest] = state.otherWindows
  if (!other || state.conflicts.length > 0) return state
  const { beside, ...alone } = other
  const { base, patch, sent } = alone
  const here = { published: state.serverCopy.published, patch: state.patch }
  // The values of a conflict that the other window left open come first.
  const merged = beside
    ? mergeOnto({ ...state, otherWindows: [alone, ...rest] }, here, { ...base, sent }, withFields(base.published, patch, beside))
    : mergeOnto({ ...state, otherWindows: rest }, here, { ...base, sent }, patch)
  return mergeOtherWindows(merged)
}

/** Merges the changes in `own` since `base` onto another side. Conflicts wait for the owner's decision. */
function mergeOnto(state: DraftState, theirs: Side, base: Side, own: DraftFields): DraftState {
  const { patch, conflicts } = merge(base, own, theirs)
  const [was, now] = [applyPatch(base.published, base.patch), applyPatch(theirs.published, theirs.patch)]
  return {
    ...state,
    patch,
    conflicts: conflicts.map((key) => ({ key, was: was[key], theirs: now[key] })),
    ...(conflicts.length > 0 ? { saving: 'conflict', nextSave: null } : { saving: 'waiting', nextSave: { inMs: 0 } }),
  }
}

/** The server's issues, after those it does not know about: uploads and links that were not added. */
const withLocalIssues = ({ issues, pending }: DraftState, fromServer: readonly Issue[]) => [
  ...issues.filter(({ path }) => path in pending),
  ...fromServer,
]

/** The version that this window's changes are based on: fields in conflict keep their base values until they are resolved. */
function baseOf({ serverCopy, conflicts }: DraftState): SavedDraft {
  const was: DraftFields = Object.fromEntries(conflicts.map((one) => [one.key, one.was]))
  return { ...serverCopy, patch: withFields(serverCopy.published, serverCopy.patch, was) }
}

export const hasUnsaved = ({ conflicts, serverCopy, patch }: DraftState): boolean =>
  conflicts.length > 0 || !deepEqual(serverCopy.patch, patch)

/** What this window stores on the device; null once the server has all of it. */
export function toStoredDraft(state: DraftState): StoredDraft | null {
  if (!hasUnsaved(state)) return null
  const { serverCopy, patch, conflicts, unacknowledged } = state
  // A conflict outlives a closed window, with the other window's values.
  const saved = applyPatch(serverCopy.published, serverCopy.patch)
  const beside = Object.fromEntries(conflicts.flatMap(({ key, theirs }) => (deepEqual(saved[key], theirs) ? [] : [[key, theirs]])))
  return {
    base: baseOf(state),
    patch,
    ...(unacknowledged && { sent: unacknowledged }),
    ...(Object.keys(beside).length > 0 && { beside }),
  }
}
