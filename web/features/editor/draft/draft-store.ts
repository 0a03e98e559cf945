import type { Held } from './draft-memory.ts'
import type { Kept, Server } from './draft-server.ts'
import { disputeOf, stateOf, type EditorState } from './editor-state.ts'
import { decideAll, differences, meet, under, type Side } from './patch.ts'
import { draftKeysOf, type DraftFields, type DraftKey, type EditedCard } from './edited.ts'
import { keyOf, noHistory, remember, stepBack, stepForth, stepFrom, type History } from './history.ts'
import { isSame } from './same.ts'
import { unaddedFaults, withoutTexts, withUnadded, type Unadded, type UnaddedPath } from './unadded.ts'

export type DraftStore = {
  read(): EditorState
  watch(listener: () => void): () => void
  /** Looks at what this device kept of an earlier visit; once, and only in a browser. */
  recall(): void
  set<K extends DraftKey>(key: K, value: EditedCard[K]): void
  /** Several things that belong together: one step of the history. */
  setAll(fields: DraftFields): void
  /** Remembers what is typed or chosen and is no part of the draft yet; '' when it is or no longer wants to be. */
  note(path: UnaddedPath, text: string): void
  undo(): DraftKey | null
  redo(): DraftKey | null
  /** Ends a dispute. */
  keep(which: 'ours' | 'theirs'): void
  /** Sends now what waits; true when all of it is kept. */
  flush(): Promise<boolean>
  /** Publishes what was there when it was called. Edits made until the answer stay a draft. */
  publish(): Promise<'published' | 'faults' | 'failed'>
  /** Discards what was there when it was called. Edits made until the answer stay a draft. */
  discard(): Promise<boolean>
  /** Sends once more what waits, and is quiet from then on: what was not kept is kept on the device. */
  close(): void
}

type Needs = {
  server: Server
  /** What this device kept of words that were not yet sent. */
  memory: {
    /** Entries that other windows left on this device, oldest first. `forget` removes one as soon as it is stored elsewhere. */
    left(): { held: Held; forget(): void }[]
    /** Replaces this window's own entry; false where the device stores nothing. */
    write(held: Held | null): boolean
    /** The newest revision that the server told this window, on this page or one before. */
    newest(): number
    tell(revision: number): void
    /** What was typed in this window and not added, over a reload. */
    unadded(): Unadded
    note(unadded: Unadded): void
  }
  now?: () => number
  schedule?: (act: () => void, ms: number) => () => void
}

const pauseMs = 600
const againMs = 4000
/** How often other windows may come in between before publishing is given up. */
const turnsMax = 5

type Click = { patch: DraftFields; unadded: Unadded }

export function createDraftStore(loaded: Kept, { server, memory, now = Date.now, schedule = later }: Needs): DraftStore {
  let base = loaded
  let underWay: Promise<unknown> | null = null
  /** What Publish or Discard was clicked for, while that is under way. */
  let clicked: Click | null = null
  /** Saved without an answer: the server may have it, and then it is no other window's change. Sent again as it was, before anything else. */
  let sent: DraftFields | null = null
  let left: ReturnType<Needs['memory']['left']> = []
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

  /** One request at a time: an answer is always read against the state it was asked for. */
  async function alone<T>(act: () => Promise<T>): Promise<T> {
    while (underWay) await underWay
    const done = act()
    underWay = done
    try {
      return await done
    } finally {
      underWay = null
    }
  }

  const isWaiting = () => state.disputed.length > 0 || !isSame(base.patch, state.patch)

  /** The device's entry follows the patch: gone only when the server has all of it. False where the device stores nothing. */
  function store(): boolean {
    if (!isWaiting()) return memory.write(null)
    // A dispute outlives a closed window: its keys stand on what they were, beside what another window left there.
    const was = Object.fromEntries(state.disputed.map((one) => [one.key, one.was]))
    const stored = under(base.published, base.patch)
    const beside = Object.fromEntries(state.disputed.flatMap(({ key, theirs }) => (isSame(stored[key], theirs) ? [] : [[key, theirs]])))
    return memory.write({
      base: { ...base, patch: decideAll(base.published, base.patch, was) },
      patch: state.patch,
      ...(sent && { sent }),
      ...(Object.keys(beside).length > 0 && { beside }),
    })
  }

  /** All is stored, or what was typed meanwhile is sent after a pause. */
  function settle() {
    cancel()
    store()
    change({ saving: isWaiting() ? 'waiting' : 'saved' })
    if (isWaiting()) wait(pauseMs)
  }

  function put(fields: DraftFields, history: History) {
    const isTouched = (path: string) => draftKeysOf(fields).some((key) => path === key || path.startsWith(`${key}.`))
    const patch = decideAll(state.published, state.patch, fields)
    const isHeld = state.saving === 'disputed'
    const faults = state.faults.filter(({ path }) => !isTouched(path))
    change({ patch, history, faults, ...(isHeld || state.saving === 'away' ? {} : { saving: 'waiting' }) })
    store()
    // An upload can end after its editor was left.
    if (isClosed) void flush()
    else if (!isHeld) wait(pauseMs)
  }

  const setAll = (fields: DraftFields) => put(fields, remember(state.history, stepFrom(state.edited, fields, now())))

  const flush = async () => (await alone(() => send(state.patch))) && !isWaiting()

  /** True when the server has this patch. */
  async function send(wanted: DraftFields): Promise<boolean> {
    cancel()
    if (state.saving === 'disputed') return false
    const patch = sent ?? wanted
    const { changes, removed } = differences(base.patch, patch)
    if (Object.keys(changes).length + removed.length === 0) {
      settle()
      return true
    }
    sent = patch
    store()
    // While nobody answers each try is not news.
    if (state.saving !== 'away') change({ saving: 'saving' })
    const answer = await server.save({ revision: base.revision, changes, removed })
    if (answer.kind === 'kept') {
      sent = null
      base = { ...base, patch, revision: answer.revision }
      memory.tell(answer.revision)
      change({ savedAt: answer.savedAt, faults: answer.faults, refusal: '' })
      settle()
      return patch === wanted || send(wanted)
    }
    if (answer.kind === 'overtaken') return meetOther()
    if (answer.kind === 'refused') sent = null
    change({ saving: answer.kind === 'away' ? 'away' : 'refused', refusal: answer.kind === 'refused' ? answer.message : '' })
    if (answer.kind === 'away') wait(againMs)
    return false
  }

  /** Another window saved, or published, in between. */
  async function meetOther(): Promise<false> {
    const theirs = await server.load()
    if (!theirs) {
      change({ saving: 'away' })
      wait(againMs)
      return false
    }
    const before = { ...base, sent }
    base = theirs
    sent = null
    if (clicked) clicked.patch = meet(before, clicked.patch, theirs).patch
    meetWith(theirs, { base: before, patch: state.patch })
    change({ faults: theirs.faults })
    if (state.disputed.length === 0) wait(0)
    return false
  }

  /** Puts ours on top of theirs. What both changed is shown, and waits for a person. */
  function meetWith(theirs: Side, ours: { base: Side; patch: DraftFields }) {
    const { patch, published, disputed } = meet(ours.base, ours.patch, theirs)
    change({ published, patch, ...disputeOf(ours.base, theirs, disputed) })
    return store()
  }

  /** One window after the other: a dispute with one is ended before the next is looked at. */
  function takeLeft() {
    while (state.disputed.length === 0) {
      const next = left.shift()
      if (!next) return
      const { base: before, patch, sent: unanswered, beside } = next.held
      const meetLeft = (words: DraftFields) =>
        meetWith({ published: base.published, patch: state.patch }, { base: { ...before, sent: unanswered }, patch: words })
      if (beside) {
        left.unshift({ ...next, held: { ...next.held, beside: undefined } })
        meetLeft(decideAll(before.published, patch, beside))
      } else if (meetLeft(patch)) next.forget()
      if (state.disputed.length === 0) wait(0)
    }
  }

  /** The server has `next` now. What was edited since `before` stays on top of it. */
  function moveTo(next: Kept, before: Side) {
    const { patch } = meet(before, state.patch, next)
    base = next
    memory.tell(next.revision)
    change({ published: next.published, patch, faults: next.faults, savedAt: null })
    settle()
  }

  /** Publish and Discard are for what was there when they were clicked. */
  async function onClick<T>(busy: EditorState['busy'], act: (click: Click) => Promise<T>): Promise<T> {
    const click = { patch: state.patch, unadded: state.unadded }
    clicked = click
    change({ busy })
    try {
      return await alone(() => act(click))
    } finally {
      clicked = null
      change({ busy: null })
    }
  }

  async function publish(click: Click) {
    const held = unaddedFaults(state.unadded)
    if (held.length > 0) {
      change({ faults: [...held, ...state.faults.filter(({ path }) => held.every((fault) => fault.path !== path))] })
      return 'faults'
    }
    for (let turn = 1; !(await send(click.patch)); turn++) if (turn === turnsMax || state.saving !== 'waiting') return 'failed'
    const before = base
    const answer = await server.publish(before.revision)
    if (answer.kind === 'kept') {
      moveTo({ ...before, published: under(before.published, before.patch), patch: {}, faults: [], revision: answer.revision }, before)
      // Addresses are published as a parser reads them: what visitors see may be spelled otherwise than it was typed.
      const asPublished = await server.load()
      if (asPublished?.revision === base.revision) moveTo(asPublished, base)
      return 'published'
    }
    if (answer.kind === 'faulty') {
      change({ faults: answer.faults })
      return 'faults'
    }
    if (answer.kind === 'overtaken') await meetOther()
    return 'failed'
  }

  async function discard(click: Click) {
    const answer = await server.discard(base.revision)
    if (answer.kind === 'overtaken') return meetOther()
    if (answer.kind !== 'kept') return false
    sent = null
    const unadded = withoutTexts(state.unadded, click.unadded)
    memory.note(unadded)
    change({ history: noHistory, disputed: [], unadded })
    moveTo({ ...base, patch: {}, faults: [], revision: answer.revision }, { published: base.published, patch: click.patch })
    takeLeft()
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
      change({ unadded: { ...memory.unadded(), ...state.unadded } })
      left = memory.left()
      // The page was read while the one before was still sending.
      if (left.length === 0 && memory.newest() > base.revision) void alone(meetOther)
      takeLeft()
    },
    set: (key, value) => setAll({ [key]: value }),
    setAll,
    note(path, text) {
      if (text === (state.unadded[path] ?? '')) return
      const unadded = withUnadded(state.unadded, path, text)
      memory.note(unadded)
      change({ unadded, faults: state.faults.filter((fault) => fault.path !== path) })
    },
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
      store()
      wait(0)
      takeLeft()
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

function later(act: () => void, ms: number) {
  const timer = setTimeout(act, ms)
  return () => clearTimeout(timer)
}
