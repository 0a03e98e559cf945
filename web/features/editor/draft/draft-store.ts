import type { StoredDraft } from './draft-storage.ts'
import type { Issue, SavedDraft, Server } from './draft-server.ts'
import { conflictsOf, stateOf, type EditorState } from './editor-state.ts'
import { withFields, differences, merge, applyPatch, type Side } from './patch.ts'
import { draftKeysOf, type DraftFields, type DraftKey, type EditedCard } from './edited.ts'
import { keyOf, noHistory, record, stepBack, stepForth, stepFrom, type History } from './history.ts'
import { deepEqual } from './deep-equal.ts'
import { pendingIssues, withoutUnchangedTexts, withPending, type PendingInput, type PendingPath } from './pending-input.ts'

export type DraftStore = {
  read(): EditorState
  watch(listener: () => void): () => void
  /** Restores what an earlier visit stored on this device; once, and only in a browser. */
  recall(): void
  set<K extends DraftKey>(key: K, value: EditedCard[K]): void
  /** Several fields at once, as one undo step. */
  setAll(fields: DraftFields): void
  /** Records input that is not part of the draft yet; '' once it is added or dropped. */
  setPending(path: PendingPath, text: string): void
  undo(): DraftKey | null
  redo(): DraftKey | null
  /** Resolves all conflicts in favor of one side. */
  resolve(which: 'ours' | 'theirs'): void
  /** Sends unsaved changes now; true if all of them are saved. */
  flush(): Promise<boolean>
  /** Publishes what was there when it was called. Edits made until the answer stay a draft. */
  publish(): Promise<'published' | 'issues' | 'failed'>
  /** Discards what was there when it was called. Edits made until the answer stay a draft. */
  discard(): Promise<boolean>
  /** Sends unsaved changes once more, then stops: what was not saved stays on the device. */
  close(): void
}

type StoreDeps = {
  server: Server
  /** Unsaved changes stored on this device. */
  storage: {
    /** Entries of other windows, oldest first. `remove` deletes one as soon as it is stored elsewhere. */
    others(): { entry: StoredDraft; remove(): void }[]
    /** Replaces this window's own entry; false where the device stores nothing. */
    write(entry: StoredDraft | null): boolean
    /** The latest revision the server reported to this window, on this page or an earlier one. */
    latestRevision(): number
    setLatestRevision(revision: number): void
    /** Input of this window that was not added, across reloads. */
    pending(): PendingInput
    setPending(pending: PendingInput): void
  }
  now?: () => number
  schedule?: (act: () => void, ms: number) => () => void
}

const pauseMs = 600
const againMs = 4000
/** Retries of a publish when other windows save in between. */
const turnsMax = 5

type Click = { patch: DraftFields; pending: PendingInput }

export function createDraftStore(loaded: SavedDraft, { server, storage, now = Date.now, schedule = setTimer }: StoreDeps): DraftStore {
  let serverCopy = loaded
  let inFlight: Promise<unknown> | null = null
  /** The state when Publish or Discard was clicked, until it is done. */
  let clicked: Click | null = null
  /** Sent without an answer: the server may have it, so it does not count as another window's change. Sent again unchanged first. */
  let unacknowledged: DraftFields | null = null
  let otherWindows: ReturnType<StoreDeps['storage']['others']> = []
  let cancel = () => {}
  let isClosed = false
  const listeners = new Set<() => void>()
  let state = stateOf(loaded)

  function change(next: Partial<EditorState>) {
    const merged = { ...state, ...next }
    state = { ...merged, edited: 'patch' in next || 'published' in next ? applyPatch(merged.published, merged.patch) : merged.edited }
    for (const listener of listeners) listener()
  }

  function wait(ms: number) {
    cancel()
    if (!isClosed) cancel = schedule(() => void flush(), ms)
  }

  /** One request at a time, so that each answer applies to the state it was requested for. */
  async function exclusive<T>(act: () => Promise<T>): Promise<T> {
    while (inFlight) await inFlight
    const done = act()
    inFlight = done
    try {
      return await done
    } finally {
      inFlight = null
    }
  }

  const isWaiting = () => state.conflicts.length > 0 || !deepEqual(serverCopy.patch, state.patch)

  /** Mirrors the patch on the device; the entry is removed once the server has all of it. False without storage. */
  function storeOnDevice(): boolean {
    if (!isWaiting()) return storage.write(null)
    // A conflict outlives a closed window: its keys keep their base values, beside the other window's.
    const was = Object.fromEntries(state.conflicts.map((one) => [one.key, one.was]))
    const stored = applyPatch(serverCopy.published, serverCopy.patch)
    const beside = Object.fromEntries(state.conflicts.flatMap(({ key, theirs }) => (deepEqual(stored[key], theirs) ? [] : [[key, theirs]])))
    return storage.write({
      base: { ...serverCopy, patch: withFields(serverCopy.published, serverCopy.patch, was) },
      patch: state.patch,
      ...(unacknowledged && { sent: unacknowledged }),
      ...(Object.keys(beside).length > 0 && { beside }),
    })
  }

  /** Everything is saved, or newer changes are sent after a pause. */
  function finish() {
    cancel()
    storeOnDevice()
    change({ saving: isWaiting() ? 'waiting' : 'saved' })
    if (isWaiting()) wait(pauseMs)
  }

  function apply(fields: DraftFields, history: History) {
    const isTouched = (path: string) => draftKeysOf(fields).some((key) => path === key || path.startsWith(`${key}.`))
    const patch = withFields(state.published, state.patch, fields)
    const hasConflict = state.saving === 'conflict'
    const issues = state.issues.filter(({ path }) => !isTouched(path))
    change({ patch, history, issues, ...(hasConflict || state.saving === 'unreachable' ? {} : { saving: 'waiting' }) })
    storeOnDevice()
    // An upload can finish after the editor was closed.
    if (isClosed) void flush()
    else if (!hasConflict) wait(pauseMs)
  }

  const setAll = (fields: DraftFields) => apply(fields, record(state.history, stepFrom(state.edited, fields, now())))

  const flush = async () => (await exclusive(() => send(state.patch))) && !isWaiting()

  /** The server's issues, after those it does not know about: uploads and links that were not added. */
  const withLocalIssues = (issues: readonly Issue[]) => [...state.issues.filter(({ path }) => path in state.pending), ...issues]

  /** True if the server has this patch. */
  async function send(wanted: DraftFields): Promise<boolean> {
    cancel()
    if (state.saving === 'conflict') return false
    const patch = unacknowledged ?? wanted
    const { changes, removed } = differences(serverCopy.patch, patch)
    if (Object.keys(changes).length + removed.length === 0) {
      finish()
      return true
    }
    unacknowledged = patch
    storeOnDevice()
    // While the server is unreachable, retries do not change the state.
    if (state.saving !== 'unreachable') change({ saving: 'saving' })
    const answer = await server.save({ revision: serverCopy.revision, changes, removed })
    if (answer.kind === 'saved') {
      unacknowledged = null
      serverCopy = { ...serverCopy, patch, revision: answer.revision }
      storage.setLatestRevision(answer.revision)
      change({ savedAt: answer.savedAt, issues: withLocalIssues(answer.issues), errorMessage: '' })
      finish()
      return patch === wanted || send(wanted)
    }
    if (answer.kind === 'conflict') return rebase()
    if (answer.kind === 'rejected') unacknowledged = null
    change({
      saving: answer.kind === 'unreachable' ? 'unreachable' : 'rejected',
      errorMessage: answer.kind === 'rejected' ? answer.message : '',
    })
    if (answer.kind === 'unreachable') wait(againMs)
    return false
  }

  /** Another window saved or published in between: loads its version and merges. */
  async function rebase(): Promise<false> {
    const theirs = await server.load()
    if (!theirs) {
      change({ saving: 'unreachable' })
      wait(againMs)
      return false
    }
    const before = { ...serverCopy, sent: unacknowledged }
    serverCopy = theirs
    unacknowledged = null
    if (clicked) clicked.patch = merge(before, clicked.patch, theirs).patch
    mergeWith(theirs, { base: before, patch: state.patch })
    change({ issues: withLocalIssues(theirs.issues) })
    if (state.conflicts.length === 0) wait(0)
    return false
  }

  /** Merges this window's changes onto the other's. Conflicts wait for the owner's decision. */
  function mergeWith(theirs: Side, local: { base: Side; patch: DraftFields }) {
    const { patch, published, conflicts } = merge(local.base, local.patch, theirs)
    change({ published, patch, ...conflictsOf(local.base, theirs, conflicts) })
    return storeOnDevice()
  }

  /** Merges the entries of other windows one by one: conflicts with one are resolved before the next. */
  function mergeStored() {
    while (state.conflicts.length === 0) {
      const next = otherWindows.shift()
      if (!next) return
      const { base: before, patch, sent: unanswered, beside } = next.entry
      const mergeEntry = (words: DraftFields) =>
        mergeWith({ published: serverCopy.published, patch: state.patch }, { base: { ...before, sent: unanswered }, patch: words })
      if (beside) {
        otherWindows.unshift({ ...next, entry: { ...next.entry, beside: undefined } })
        mergeEntry(withFields(before.published, patch, beside))
      } else if (mergeEntry(patch)) next.remove()
      if (state.conflicts.length === 0) wait(0)
    }
  }

  /** The server has `next` now. Edits made since `before` stay on top of it. */
  function moveTo(next: SavedDraft, before: Side) {
    const { patch } = merge(before, state.patch, next)
    serverCopy = next
    storage.setLatestRevision(next.revision)
    change({ published: next.published, patch, issues: next.issues, savedAt: null })
    finish()
  }

  /** Publish and Discard apply to the state when they were clicked. */
  async function onClick<T>(busy: EditorState['busy'], act: (click: Click) => Promise<T>): Promise<T> {
    const click = { patch: state.patch, pending: state.pending }
    clicked = click
    change({ busy })
    try {
      return await exclusive(() => act(click))
    } finally {
      clicked = null
      change({ busy: null })
    }
  }

  async function publish(click: Click) {
    const blocking = pendingIssues(state.pending)
    if (blocking.length > 0) {
      change({ issues: [...blocking, ...state.issues.filter(({ path }) => blocking.every((issue) => issue.path !== path))] })
      return 'issues'
    }
    for (let turn = 1; !(await send(click.patch)); turn++) if (turn === turnsMax || state.saving !== 'waiting') return 'failed'
    const before = serverCopy
    const answer = await server.publish(before.revision)
    if (answer.kind === 'saved') {
      moveTo({ ...before, published: applyPatch(before.published, before.patch), patch: {}, issues: [], revision: answer.revision }, before)
      // The server normalizes addresses when publishing: the result may differ from what was typed.
      const asPublished = await server.load()
      if (asPublished?.revision === serverCopy.revision) moveTo(asPublished, serverCopy)
      return 'published'
    }
    if (answer.kind === 'invalid') {
      change({ issues: answer.issues })
      return 'issues'
    }
    if (answer.kind === 'conflict') await rebase()
    return 'failed'
  }

  async function discard(click: Click) {
    const answer = await server.discard(serverCopy.revision)
    if (answer.kind === 'conflict') return rebase()
    if (answer.kind !== 'saved') return false
    unacknowledged = null
    const pending = withoutUnchangedTexts(state.pending, click.pending)
    storage.setPending(pending)
    change({ history: noHistory, conflicts: [], pending })
    moveTo({ ...serverCopy, patch: {}, issues: [], revision: answer.revision }, { published: serverCopy.published, patch: click.patch })
    mergeStored()
    return true
  }

  return {
    read: () => state,
    watch(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    recall() {
      isClosed = false
      change({ pending: { ...storage.pending(), ...state.pending } })
      otherWindows = storage.others()
      // This page was loaded while the previous one was still saving.
      if (otherWindows.length === 0 && storage.latestRevision() > serverCopy.revision) void exclusive(rebase)
      mergeStored()
    },
    set: (key, value) => setAll({ [key]: value }),
    setAll,
    setPending(path, text) {
      if (text === (state.pending[path] ?? '')) return
      const pending = withPending(state.pending, path, text)
      storage.setPending(pending)
      change({ pending, issues: state.issues.filter((issue) => issue.path !== path) })
    },
    undo() {
      const back = stepBack(state.history)
      if (back) apply(back.step.before, back.history)
      return back && keyOf(back.step)
    },
    redo() {
      const forth = stepForth(state.history)
      if (forth) apply(forth.step.after, forth.history)
      return forth && keyOf(forth.step)
    },
    resolve(which) {
      const theirs: DraftFields = Object.fromEntries(state.conflicts.map((one) => [one.key, one.theirs]))
      const patch = which === 'theirs' ? withFields(state.published, state.patch, theirs) : state.patch
      change({ patch, conflicts: [], saving: 'waiting' })
      storeOnDevice()
      wait(0)
      mergeStored()
    },
    flush,
    publish: () => onClick('publishing', publish),
    discard: () => onClick('discarding', discard),
    close() {
      isClosed = true
      void flush()
    },
  }
}

function setTimer(act: () => void, ms: number) {
  const timer = setTimeout(act, ms)
  return () => clearTimeout(timer)
}
