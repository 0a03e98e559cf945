import type { SavedDraft, Server } from './draft-server.ts'
import type { DraftStorage } from './draft-storage.ts'
import { hasUnsaved, initialState, reduce, toStoredDraft, type DraftEvent, type EditorState } from './draft-state.ts'
import { differences } from './patch.ts'
import type { DraftFields, DraftKey, EditedCard } from './edited.ts'
import { keyOf, stepBack, stepForth } from './history.ts'
import { deepEqual } from './deep-equal.ts'
import { pendingIssues, type PendingPath } from './pending-input.ts'

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
  storage: DraftStorage
  now?: () => number
  schedule?: (act: () => void, ms: number) => () => void
}

/** Retries of a publish when other windows save in between. */
const turnsMax = 5

/** Runs what the state asks for: requests, the timer and this device's storage. */
export function createDraftStore(loaded: SavedDraft, { server, storage, now = Date.now, schedule = setTimer }: StoreDeps): DraftStore {
  let state = initialState(loaded)
  let inFlight: Promise<unknown> | null = null
  /** The entries of `state.otherWindows`, removed from the device once they are part of this window's. */
  let otherEntries: ReturnType<DraftStorage['others']> = []
  let isStored = true
  let cancel = () => {}
  let isClosed = false
  const listeners = new Set<() => void>()

  function dispatch(event: DraftEvent) {
    const before = state
    state = reduce(before, event)
    if (state === before) return
    const entry = toStoredDraft(state)
    // Before each request too: another window can have taken the entry over.
    if (!isStored || event.kind === 'sent' || !deepEqual(entry, toStoredDraft(before))) isStored = storage.write(entry)
    if (isStored) for (const other of otherEntries.splice(0, otherEntries.length - state.otherWindows.length)) other.remove()
    if (!deepEqual(state.pending, before.pending)) storage.setPending(state.pending)
    if (state.serverCopy.revision !== before.serverCopy.revision) storage.setLatestRevision(state.serverCopy.revision)
    if (state.nextSave !== before.nextSave) {
      cancel()
      if (state.nextSave && !isClosed) cancel = schedule(() => void flush(), state.nextSave.inMs)
    }
    for (const listener of listeners) listener()
  }

  function edit(event: DraftEvent) {
    dispatch(event)
    // An upload can finish after the editor was closed.
    if (isClosed) void flush()
  }

  const setAll = (fields: DraftFields) => edit({ kind: 'edited', fields, at: now() })

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

  const flush = async () => (await exclusive(() => send(state.patch))) && !hasUnsaved(state)

  /** True if the server has this patch. */
  async function send(wanted: DraftFields): Promise<boolean> {
    if (state.saving === 'conflict') return false
    const { serverCopy } = state
    const patch = state.unacknowledged ?? wanted
    const { changes, removed } = differences(serverCopy.patch, patch)
    if (Object.keys(changes).length + removed.length === 0) {
      dispatch({ kind: 'unchanged' })
      return true
    }
    dispatch({ kind: 'sent', patch })
    const answer = await server.save({ revision: serverCopy.revision, changes, removed })
    if (answer.kind === 'conflict') return rebase()
    dispatch(answer)
    return answer.kind === 'saved' && (patch === wanted || send(wanted))
  }

  /** Another window saved or published in between: loads its version and merges. */
  async function rebase(): Promise<false> {
    const theirs = await server.load()
    dispatch(theirs ? { kind: 'loaded', theirs } : { kind: 'unreachable' })
    return false
  }

  /** Publish and Discard apply to the state when they were clicked. */
  async function onClick<T>(busy: NonNullable<EditorState['busy']>, act: () => Promise<T>): Promise<T> {
    dispatch({ kind: 'clicked', busy })
    try {
      return await exclusive(act)
    } finally {
      dispatch({ kind: 'answered' })
    }
  }

  async function publish() {
    if (pendingIssues(state.pending).length > 0) {
      dispatch({ kind: 'blocked' })
      return 'issues'
    }
    const isSent = () => send((state.clicked ?? state).patch)
    for (let turn = 1; !(await isSent()); turn++) if (turn === turnsMax || state.saving !== 'waiting') return 'failed'
    const answer = await server.publish(state.serverCopy.revision)
    if (answer.kind === 'saved') {
      dispatch({ kind: 'published', revision: answer.revision })
      const serverCopy = await server.load()
      if (serverCopy) dispatch({ kind: 'normalized', serverCopy })
      return 'published'
    }
    if (answer.kind === 'invalid') {
      dispatch(answer)
      return 'issues'
    }
    if (answer.kind === 'conflict') await rebase()
    return 'failed'
  }

  async function discard() {
    const answer = await server.discard(state.serverCopy.revision)
    if (answer.kind === 'conflict') return rebase()
    if (answer.kind === 'saved') dispatch({ kind: 'discarded', revision: answer.revision })
    return answer.kind === 'saved'
  }

  return {
    read: () => state,
    watch(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    recall() {
      isClosed = false
      const others = storage.others()
      otherEntries = [...others]
      dispatch({ kind: 'recalled', pending: storage.pending(), otherWindows: others.map(({ entry }) => entry) })
      // This page was loaded while the previous one was still saving.
      if (others.length === 0 && storage.latestRevision() > state.serverCopy.revision) void exclusive(rebase)
    },
    set: (key, value) => setAll({ [key]: value }),
    setAll,
    setPending: (path, text) => dispatch({ kind: 'input', path, text }),
    undo() {
      const back = stepBack(state.history)
      edit({ kind: 'undone' })
      return back && keyOf(back.step)
    },
    redo() {
      const forth = stepForth(state.history)
      edit({ kind: 'redone' })
      return forth && keyOf(forth.step)
    },
    resolve: (which) => dispatch({ kind: 'resolved', which }),
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
