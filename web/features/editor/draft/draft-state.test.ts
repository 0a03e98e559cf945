import { describe, expect, test } from 'vitest'
import fc from '../../../../tests/samples/fast-check.ts'
import type { SavedDraft } from './draft-server.ts'
import { hasUnsaved, initialState, reduce, toStoredDraft, type DraftEvent, type DraftState } from './draft-state.ts'
import { readPublished, type DraftFields } from './edited.ts'
import { applyPatch, differences } from './patch.ts'

const published = readPublished({ title: 'Broker', bio: '' })
const fresh: SavedDraft = { revision: 1, published, patch: {}, issues: [], savedAt: null }
const after = (events: readonly DraftEvent[], loaded = fresh) => events.reduce(reduce, initialState(loaded))

const edited = (fields: DraftFields): DraftEvent => ({ kind: 'edited', fields, at: 0 })
const sent = (patch: DraftFields): DraftEvent => ({ kind: 'sent', patch })
const saved: DraftEvent = { kind: 'saved', revision: 2, savedAt: '2026-11-21T12:00:00.000Z', issues: [] }
const unreachable: DraftEvent = { kind: 'unreachable' }
const loaded = (patch: DraftFields): DraftEvent => ({ kind: 'loaded', theirs: { ...fresh, revision: 5, patch } })
const left = (patch: DraftFields) => ({ base: fresh, patch })
const recalled = (...patches: DraftFields[]): DraftEvent => ({ kind: 'recalled', pending: {}, otherWindows: patches.map(left) })
const published2: DraftEvent = { kind: 'published', revision: 2 }
const discarded: DraftEvent = { kind: 'discarded', revision: 2 }
const clicked = (busy: 'publishing' | 'discarding'): DraftEvent => ({ kind: 'clicked', busy })
const upload: DraftEvent = { kind: 'input', path: 'pictures.logo', text: 'logo.png' }
const link: DraftEvent = { kind: 'input', path: 'services.pending', text: 'example.com' }
const blocked: DraftEvent = { kind: 'blocked' }

const agent = { title: 'Agent' }
const host = { title: 'Host' }
const titleConflict = [edited(agent), sent(agent), loaded(host)]

describe('ACCOUNT-2 the draft of one window', () => {
  test.each<[string, DraftEvent[], Partial<DraftState>]>([
    ['an edit is sent after a pause', [edited(agent)], { patch: agent, saving: 'waiting', nextSave: { inMs: 600 } }],
    ['an edit back to the published card is no change', [edited(agent), edited({ title: 'Broker' })], { patch: {} }],
    ['undo is an edit', [edited(agent), { kind: 'undone' }], { patch: {}, saving: 'waiting', nextSave: { inMs: 600 } }],
    ['redo is an edit', [edited(agent), { kind: 'undone' }, { kind: 'redone' }], { patch: agent, saving: 'waiting' }],
    ['nothing to undo', [{ kind: 'undone' }], { saving: 'saved', nextSave: null }],
    ['sent, not acknowledged', [edited(agent), sent(agent)], { unacknowledged: agent, saving: 'saving', nextSave: null }],
    [
      'acknowledged',
      [edited(agent), sent(agent), saved],
      { serverCopy: { ...fresh, revision: 2, patch: agent }, unacknowledged: null, saving: 'saved', savedAt: saved.savedAt },
    ],
    [
      'an edit during a save follows after a pause',
      [edited(agent), sent(agent), edited({ bio: 'Hello' }), saved],
      { patch: { ...agent, bio: 'Hello' }, saving: 'waiting', nextSave: { inMs: 600 } },
    ],
    [
      'no answer: sent again unchanged',
      [edited(agent), sent(agent), unreachable],
      { unacknowledged: agent, saving: 'unreachable', nextSave: { inMs: 4000 } },
    ],
    ['a retry is not shown', [edited(agent), sent(agent), unreachable, sent(agent)], { saving: 'unreachable', nextSave: null }],
    [
      'rejected: it waits for an edit',
      [edited(agent), sent(agent), { kind: 'rejected', error: { message: 'Too long.' } }],
      { patch: agent, unacknowledged: null, saving: 'rejected', error: { message: 'Too long.' }, nextSave: null },
    ],
    ['nothing to send', [edited(agent), edited({ title: 'Broker' }), { kind: 'unchanged' }], { saving: 'saved', nextSave: null }],
  ])('%s', (_, events, expected) => {
    expect(after(events)).toMatchObject(expected)
  })
})

describe('ACCOUNT-2 the draft of several windows', () => {
  test.each<[string, DraftEvent[], Partial<DraftState>]>([
    [
      'different fields: both changes show and are sent at once',
      [edited(agent), sent(agent), loaded({ bio: 'Theirs' })],
      { patch: { ...agent, bio: 'Theirs' }, unacknowledged: null, saving: 'waiting', nextSave: { inMs: 0 } },
    ],
    [
      'rejected during a conflict: the decision comes first',
      [
        edited({ bio: 'Hello' }),
        sent({ bio: 'Hello' }),
        edited(agent),
        recalled(host),
        { kind: 'rejected', error: { message: 'Too long.' } },
      ],
      { saving: 'conflict', error: { message: 'Too long.' } },
    ],
    [
      'the same field: both values show, and nothing is sent',
      titleConflict,
      { patch: agent, conflicts: [{ key: 'title', was: 'Broker', theirs: 'Host' }], saving: 'conflict', nextSave: null },
    ],
    ['an edit decides no conflict', [...titleConflict, edited({ bio: 'Hello' })], { saving: 'conflict', nextSave: null }],
    ['ours', [...titleConflict, { kind: 'resolved', which: 'ours' }], { patch: agent, conflicts: [], nextSave: { inMs: 0 } }],
    ['theirs', [...titleConflict, { kind: 'resolved', which: 'theirs' }], { patch: host, conflicts: [], nextSave: { inMs: 0 } }],
    [
      'another change to the same field: the conflict stays',
      [...titleConflict, loaded({ title: 'Third' })],
      { patch: agent, conflicts: [{ key: 'title', was: 'Broker', theirs: 'Third' }], saving: 'conflict', nextSave: null },
    ],
    [
      'another change to another field: the conflict stays, and the change shows',
      [...titleConflict, loaded({ ...host, bio: 'Theirs' })],
      { patch: { ...agent, bio: 'Theirs' }, conflicts: [{ key: 'title', was: 'Broker', theirs: 'Host' }], saving: 'conflict' },
    ],
    ['no answer: the conflict stays', [...titleConflict, unreachable], { saving: 'conflict', nextSave: null }],
    [
      'a save answered after a conflict with changes left: the conflict stays',
      [edited(agent), sent(agent), recalled(host), saved],
      { patch: host, saving: 'conflict', nextSave: null },
    ],
    [
      'a save without an answer is no other window’s change',
      [edited(agent), sent(agent), unreachable, edited(host), loaded(agent)],
      { patch: host, conflicts: [], saving: 'waiting' },
    ],
    ['changes left on the device', [recalled({ bio: 'Left' })], { patch: { bio: 'Left' }, otherWindows: [], nextSave: { inMs: 0 } }],
    [
      'a conflict with the first left waits before the next',
      [edited(agent), recalled(host, { bio: 'Left' })],
      { patch: host, conflicts: [{ key: 'title', was: 'Broker', theirs: 'Agent' }], otherWindows: [left({ bio: 'Left' })] },
    ],
    [
      'the next left follows the decision',
      [edited(agent), recalled(host, { bio: 'Left' }), { kind: 'resolved', which: 'theirs' }],
      { patch: { ...agent, bio: 'Left' }, otherWindows: [], nextSave: { inMs: 0 } },
    ],
  ])('%s', (_, events, expected) => {
    expect(after(events)).toMatchObject(expected)
  })

  test('a conflict is stored with its base and both values', () => {
    expect(toStoredDraft(after([edited(agent), recalled(host)]))).toEqual({ base: fresh, patch: host, beside: agent })
    expect(toStoredDraft(after(titleConflict))).toEqual({ base: { ...fresh, revision: 5 }, patch: agent })
    expect(toStoredDraft(after([edited(agent), sent(agent), unreachable]))).toEqual({ base: fresh, patch: agent, sent: agent })
    expect(toStoredDraft(after([edited(agent), sent(agent), saved]))).toBeNull()
  })
})

describe('ACCOUNT-2 Publish and Discard', () => {
  const draft = { ...fresh, patch: agent }
  test.each<[string, DraftEvent[], Partial<DraftState>]>([
    ['busy until the answer', [clicked('publishing')], { busy: 'publishing', clicked: { patch: agent, pending: {} } }],
    ['any answer', [clicked('publishing'), { kind: 'answered' }], { busy: null, clicked: null, patch: agent }],
    ['published', [clicked('publishing'), published2], { published: { ...published, ...agent }, patch: {}, saving: 'saved' }],
    [
      'an edit during Publish stays a draft',
      [clicked('publishing'), edited(host), published2],
      { published: { ...published, ...agent }, patch: host, saving: 'waiting', nextSave: { inMs: 600 } },
    ],
    [
      'the published card as the server wrote it',
      [published2, { kind: 'normalized', serverCopy: { ...fresh, revision: 2, published: { ...published, title: 'AGENT' } } }],
      { edited: { ...published, title: 'AGENT' }, patch: {}, saving: 'saved' },
    ],
    [
      'a version after the published one is another window’s',
      [published2, { kind: 'normalized', serverCopy: { ...fresh, revision: 3 } }],
      { edited: { ...published, ...agent } },
    ],
    [
      'another window’s change is in what Publish sends',
      [clicked('publishing'), edited(host), loaded({ ...agent, bio: 'Theirs' })],
      { clicked: { patch: { ...agent, bio: 'Theirs' }, pending: {} }, patch: { ...host, bio: 'Theirs' } },
    ],
    ['input that was not added', [link, blocked], { issues: [{ path: 'services.pending', code: 'linkNotAdded' }] }],
    ['the input changes: its issue is gone', [link, blocked, { ...link, text: '' }], { issues: [], pending: {} }],
    ['issues from the server', [{ kind: 'invalid', issues: [{ path: 'title', message: 'Too long.' }] }, edited(host)], { issues: [] }],
    ['discarded', [clicked('discarding'), discarded], { patch: {}, saving: 'saved', nextSave: null, history: { past: [], future: [] } }],
    ['an edit during Discard stays', [clicked('discarding'), edited(host), discarded], { patch: host, saving: 'waiting' }],
    ['Discard clears text, but no upload', [link, upload, clicked('discarding'), discarded], { pending: { 'pictures.logo': 'logo.png' } }],
    [
      'Discard decides conflicts',
      [loaded({}), edited(agent), loaded(host), clicked('discarding'), discarded],
      { conflicts: [], patch: {} },
    ],
  ])('%s', (_, events, expected) => {
    expect(after(events, draft)).toMatchObject(expected)
  })
})

describe('ACCOUNT-2 in any order of events', () => {
  const keys = ['title', 'bio'] as const
  type Request = { kind: 'save' | 'publish' | 'discard'; revision: number; patch: DraftFields; isAccepted?: boolean }

  /** Builds the message only when it fails: it runs for every field after every event. */
  function same(key: string, one: unknown, other: unknown) {
    if (one !== other) expect([key, one]).toEqual([key, other])
  }

  /** A server and its windows. Each window checks after every event what it shows, and the server what it overwrites. */
  function aWorld() {
    let server = fresh
    const valuesOf = ({ published: card, patch }: Pick<SavedDraft, 'published' | 'patch'>) => applyPatch(card, patch)

    function aWindow() {
      let state = initialState(fresh)
      let request: Request | null = null
      /** Typed here and not acknowledged. */
      const typed = new Map<string, unknown>()
      /** Every value this window showed as the card’s, or the owner decided about. */
      const known = { title: new Set<unknown>(), bio: new Set<unknown>() }

      function check() {
        const onServer = valuesOf(state.serverCopy)
        for (const key of keys) {
          if (!state.unacknowledged && !state.clicked && typed.get(key) === onServer[key]) typed.delete(key)
          same(key, state.edited[key], typed.has(key) ? typed.get(key) : onServer[key])
          known[key].add(state.edited[key])
        }
        for (const { key, theirs } of state.conflicts) same(key, theirs, onServer[key])
      }
      function dispatch(event: DraftEvent) {
        const before = state
        state = reduce(state, event)
        for (const key of keys) {
          const [mine, was] = [typed.get(key), valuesOf(before.serverCopy)[key]]
          const conflict = before.conflicts.find((one) => one.key === key)
          if (event.kind === 'edited' || event.kind === 'undone' || event.kind === 'redone') {
            if (state.edited[key] !== before.edited[key]) typed.set(key, state.edited[key])
          } else if (event.kind === 'resolved' && conflict) {
            known[key].add(conflict.theirs)
            if (event.which === 'theirs') typed.set(key, conflict.theirs)
          } else if (event.kind === 'loaded' && mine === was && !conflict) typed.delete(key)
          else if (event.kind === 'discarded' && mine === { ...before.published, ...before.clicked?.patch }[key]) typed.delete(key)
        }
        check()
      }
      function arrive() {
        if (!request || request.isAccepted !== undefined) return
        request.isAccepted = request.revision === server.revision
        if (!request.isAccepted) return
        const before = valuesOf(server)
        const next = { ...server, revision: server.revision + 1, patch: {} }
        if (request.kind === 'save') server = { ...next, patch: request.patch }
        else server = request.kind === 'publish' ? { ...next, published: before } : next
        if (request.kind === 'save')
          for (const key of keys) if (valuesOf(server)[key] !== before[key]) same(key, known[key].has(before[key]), true)
      }

      const acts = {
        type: (word: string) => dispatch({ kind: 'edited', fields: { title: word }, at: 0 }),
        write: (word: string) => dispatch({ kind: 'edited', fields: { bio: word }, at: 0 }),
        undo: () => dispatch({ kind: 'undone' }),
        redo: () => dispatch({ kind: 'redone' }),
        mine: () => state.conflicts.length > 0 && dispatch({ kind: 'resolved', which: 'ours' }),
        theirs: () => state.conflicts.length > 0 && dispatch({ kind: 'resolved', which: 'theirs' }),
        save() {
          if (request || state.saving === 'conflict') return
          const patch = state.unacknowledged ?? state.patch
          const { changes, removed } = differences(state.serverCopy.patch, patch)
          if (Object.keys(changes).length + removed.length === 0) return dispatch({ kind: 'unchanged' })
          request = { kind: 'save', revision: state.serverCopy.revision, patch }
          dispatch({ kind: 'sent', patch })
        },
        publish() {
          if (request || hasUnsaved(state)) return
          request = { kind: 'publish', revision: state.serverCopy.revision, patch: {} }
          dispatch({ kind: 'clicked', busy: 'publishing' })
        },
        discard() {
          if (request) return
          request = { kind: 'discard', revision: state.serverCopy.revision, patch: {} }
          dispatch({ kind: 'clicked', busy: 'discarding' })
        },
        arrive,
        answer() {
          arrive()
          if (!request) return
          const { kind, revision, isAccepted } = request
          request = null
          if (!isAccepted) dispatch({ kind: 'loaded', theirs: server })
          else if (kind === 'save') dispatch({ kind: 'saved', revision: revision + 1, savedAt: '', issues: [] })
          else dispatch({ kind: kind === 'publish' ? 'published' : 'discarded', revision: revision + 1 })
          if (kind !== 'save') dispatch({ kind: 'answered' })
        },
        /** The request or its answer is lost, or the server cannot be reached for what another window saved. */
        lose() {
          if (!request) return
          const { kind, isAccepted } = request
          request = null
          if (kind === 'save' || isAccepted === false) dispatch({ kind: 'unreachable' })
          if (kind !== 'save') dispatch({ kind: 'answered' })
        },
        /** The page is loaded again, with what it left on the device. */
        reload() {
          request = null
          const entry = toStoredDraft(state)
          const base = valuesOf(entry?.base ?? state.serverCopy)
          for (const key of keys) if (typed.get(key) === base[key]) typed.delete(key)
          state = initialState(server)
          dispatch({ kind: 'recalled', pending: {}, otherWindows: entry ? [entry] : [] })
        },
      }
      check()
      return { acts, isSaved: () => state.saving === 'saved' && typed.size === 0 }
    }
    return [aWindow(), aWindow()] as const
  }

  type Act = keyof ReturnType<typeof aWorld>[number]['acts']
  const often: Act[] = [
    'type',
    'write',
    'save',
    'answer',
    'arrive',
    'lose',
    'mine',
    'theirs',
    'publish',
    'discard',
    'undo',
    'redo',
    'reload',
  ]
  const step = fc.record({ who: fc.constantFrom(0, 1), act: fc.constantFrom(...often), word: fc.constantFrom('Broker', '', 'A', 'B', 'C') })

  test('no typed text is lost, no unseen write overwritten, each change shown', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40, size: 'max' }), (steps) => {
        const windows = aWorld()
        for (const { who, act, word } of steps) windows[who]?.acts[act](word)
        for (let turn = 0; turn < 8; turn++)
          for (const { acts } of windows) for (const act of ['answer', 'mine', 'save'] as const) acts[act]()
        expect(windows.map(({ isSaved }) => isSaved())).toEqual([true, true])
      }),
      { numRuns: 200 },
    )
  })
})
