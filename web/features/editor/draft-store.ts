import type { Kept, Server } from './draft-server.ts'
import { disputeOf, stateOf, type EditorState } from './editor-state.ts'
import { decideAll, differences, meet, under } from './patch.ts'
import { draftKeysOf, type DraftFields, type DraftKey, type EditedCard } from './edited.ts'
import { keyOf, noHistory, remember, stepBack, stepForth, stepFrom, type History } from './history.ts'

export type DraftStore = {
  read(): EditorState
  watch(listener: () => void): () => void
  /** Looks at what this device kept of an earlier visit; once, and only in a browser. */
  recall(): void
  set<K extends DraftKey>(key: K, value: EditedCard[K]): void
  /** Several things that belong together: one step of the history. */
  setAll(fields: DraftFields): void
  undo(): DraftKey | null
  redo(): DraftKey | null
  /** Ends a dispute. */
  keep(which: 'ours' | 'theirs'): void
  /** Sends now what waits; true when all of it is kept. */
  flush(): Promise<boolean>
  publish(): Promise<'published' | 'faults' | 'failed'>
  discard(): Promise<boolean>
  /** Sends once more what waits, and is quiet from then on: what was not kept is kept on the device. */
  close(): void
}

type Needs = {
  server: Server
  /** What this device kept of words that were not yet sent. */
  memory: {
    read(): { base: Kept; patch: DraftFields } | null
    write(kept: { base: Kept; patch: DraftFields } | null): void
    /** The newest revision that the server told this window, on this page or one before. */
    newest(): number
    tell(revision: number): void
  }
  now?: () => number
  schedule?: (act: () => void, ms: number) => () => void
}

const pauseMs = 600
const againMs = 4000

export function createDraftStore(loaded: Kept, { server, memory, now = Date.now, schedule = later }: Needs): DraftStore {
  let base = loaded
  let underWay: Promise<boolean> | null = null
  let cancel = () => {}
  let isClosed = false
  const listeners = new Set<() => void>()
  let state = stateOf(loaded)

  function change(next: Partial<EditorState>) {
    const merged = { ...state, ...next }
    state = { ...merged, edited: 'patch' in next || 'published' in next ? under(merged.published, merged.patch) : merged.edited }
    for (const listener of listeners) listener()
  }

  function wait(ms: number) {
    cancel()
    if (!isClosed) cancel = schedule(() => void flush(), ms)
  }

  function put(fields: DraftFields, history: History) {
    const isTouched = (path: string) => draftKeysOf(fields).some((key) => path === key || path.startsWith(`${key}.`))
    const patch = decideAll(state.published, state.patch, fields)
    memory.write({ base, patch })
    const isHeld = state.saving === 'disputed'
    const faults = state.faults.filter(({ path }) => !isTouched(path))
    change({ patch, history, faults, ...(isHeld || state.saving === 'away' ? {} : { saving: 'waiting' }) })
    if (!isHeld) wait(pauseMs)
  }

  const setAll = (fields: DraftFields) => put(fields, remember(state.history, stepFrom(state.edited, fields, now())))

  async function flush(): Promise<boolean> {
    cancel()
    while (underWay) await underWay
    if (state.saving === 'disputed') return false
    const { changes, removed } = differences(base.patch, state.patch)
    if (Object.keys(changes).length + removed.length === 0) {
      memory.write(null)
      change({ saving: 'saved' })
      return true
    }
    underWay = send(state.patch, { changes, removed })
    const isKept = await underWay
    underWay = null
    return isKept
  }

  async function send(patch: DraftFields, sent: { changes: DraftFields; removed: DraftKey[] }): Promise<boolean> {
    // While nobody answers each try is not news.
    if (state.saving !== 'away') change({ saving: 'saving' })
    const answer = await server.save({ revision: base.revision, ...sent })
    if (answer.kind === 'kept') {
      base = { ...base, patch, revision: answer.revision }
      const isAll = state.patch === patch
      memory.tell(answer.revision)
      memory.write(isAll ? null : { base, patch: state.patch })
      change({ savedAt: answer.savedAt, faults: answer.faults, saving: isAll ? 'saved' : 'waiting', refusal: '' })
      if (!isAll) wait(pauseMs)
      return isAll
    }
    if (answer.kind === 'overtaken') return meetOther()
    change({ saving: answer.kind === 'away' ? 'away' : 'refused', refusal: answer.kind === 'refused' ? answer.message : '' })
    if (answer.kind === 'away') wait(againMs)
    return false
  }

  /** Another window saved, or published, in between. */
  async function meetOther(): Promise<boolean> {
    const theirs = await server.load()
    if (!theirs) {
      change({ saving: 'away' })
      wait(againMs)
      return false
    }
    const { patch, published, disputed } = meet(base, state.patch, theirs)
    base = theirs
    memory.write({ base, patch })
    change({ published, patch, faults: theirs.faults, ...disputeOf(theirs, disputed) })
    if (disputed.length === 0) wait(0)
    return false
  }

  /** Sends what waits until nothing does, or nobody answers. */
  async function settle(): Promise<boolean> {
    for (let turn = 0; turn < 5; turn++) if (await flush()) return true
    return false
  }

  function start(kept: Kept) {
    base = kept
    memory.tell(kept.revision)
    memory.write(null)
    change({ published: kept.published, patch: kept.patch, faults: kept.faults, saving: 'saved', disputed: [], savedAt: null })
  }

  return {
    read: () => state,
    watch(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    recall() {
      isClosed = false
      const left = memory.read()
      if (!left) {
        // The page was read while the one before was still sending.
        if (memory.newest() > base.revision) void meetOther()
        return
      }
      const { patch, disputed } = meet(left.base, left.patch, base)
      change({ patch, ...disputeOf(base, disputed) })
      if (disputed.length === 0) wait(0)
    },
    set: (key, value) => setAll({ [key]: value }),
    setAll,
    undo() {
      const back = stepBack(state.history)
      if (back) put(back.step.before, back.history)
      return back && keyOf(back.step)
    },
    redo() {
      const forth = stepForth(state.history)
      if (forth) put(forth.step.after, forth.history)
      return forth && keyOf(forth.step)
    },
    keep(which) {
      const theirs: DraftFields = Object.fromEntries(state.disputed.map((one) => [one.key, one.theirs]))
      const patch = which === 'theirs' ? decideAll(state.published, state.patch, theirs) : state.patch
      change({ patch, disputed: [], saving: 'waiting' })
      memory.write({ base, patch })
      wait(0)
    },
    flush,
    async publish() {
      change({ isPublishing: true })
      try {
        if (!(await settle())) return 'failed'
        const answer = await server.publish(base.revision)
        if (answer.kind === 'kept') {
          // Addresses are published as a parser reads them: what visitors see may be spelt otherwise than it was typed.
          const asPublished = { ...base, published: state.edited, patch: {}, faults: [], revision: answer.revision }
          start((await server.load()) ?? asPublished)
          return 'published'
        }
        if (answer.kind === 'faulty') {
          change({ faults: answer.faults })
          return 'faults'
        }
        if (answer.kind === 'overtaken') await meetOther()
        return 'failed'
      } finally {
        change({ isPublishing: false })
      }
    },
    close() {
      isClosed = true
      void flush()
    },
    async discard() {
      while (underWay) await underWay
      cancel()
      const answer = await server.discard(base.revision)
      if (answer.kind === 'overtaken') {
        await meetOther()
        return false
      }
      if (answer.kind !== 'kept') return false
      start({ ...base, patch: {}, faults: [], revision: answer.revision })
      change({ history: noHistory })
      return true
    },
  }
}

function later(act: () => void, ms: number) {
  const timer = setTimeout(act, ms)
  return () => clearTimeout(timer)
}
