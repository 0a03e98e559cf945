import fc from '../../../../tests/samples/fast-check.ts'
import { describe, expect, test } from 'vitest'
import type { SavedDraft, Server } from './draft-server.ts'
import { createDraftStore, type DraftStore } from './draft-store.ts'
import type { StoredDraft } from './draft-storage.ts'
import { readPublished, type DraftFields } from './edited.ts'
import { applyPatch } from './patch.ts'
import type { PendingInput } from './pending-input.ts'
import { eventually } from '../../../../tests/harness/eventually.ts'

const aCard = readPublished({ firstName: 'Ada', lastName: 'Winter', title: 'Broker', bio: '', reviews: [], showVideoOnHomepage: false })
const fresh: SavedDraft = { revision: 1, published: aCard, patch: {}, issues: [], savedAt: null }

/** A server for one card that behaves like the real one. */
function aServer() {
  let serverDraft = fresh
  let isUnreachable = false
  const next = (patch: DraftFields, published = serverDraft.published) => {
    serverDraft = { ...serverDraft, revision: serverDraft.revision + 1, patch, published }
    return serverDraft.revision
  }
  const server: Server = {
    load: async () => (isUnreachable ? null : serverDraft),
    async save({ revision, changes, removed }) {
      if (isUnreachable) return { kind: 'unreachable' }
      if (revision !== serverDraft.revision) return { kind: 'conflict' }
      const patch = Object.fromEntries(
        Object.entries({ ...serverDraft.patch, ...changes }).filter(([key]) => !removed.some((gone) => gone === key)),
      )
      return { kind: 'saved', revision: next(patch), savedAt: '2026-11-21T12:00:00.000Z', issues: [] }
    },
    async publish(revision) {
      if (revision !== serverDraft.revision) return { kind: 'conflict' }
      return { kind: 'saved', revision: next({}, applyPatch(serverDraft.published, serverDraft.patch)) }
    },
    async discard(revision) {
      if (revision !== serverDraft.revision) return { kind: 'conflict' }
      return { kind: 'saved', revision: next({}) }
    },
  }
  return { server, serverDraft: () => serverDraft, away: (is: boolean) => void (isUnreachable = is) }
}

/** The storage of one device. */
const aDevice = () => ({ entries: new Map<number, StoredDraft>(), newest: 0, windows: 0, pending: {} as PendingInput, isFull: false })
type Device = ReturnType<typeof aDevice>

/** A window with a manual clock. */
function aWindow({ server, serverDraft }: Pick<ReturnType<typeof aServer>, 'server' | 'serverDraft'>, device: Device = aDevice()) {
  let due: (() => void) | null = null
  let now = 0
  const own = ++device.windows
  const store = createDraftStore(serverDraft(), {
    server,
    storage: {
      others: () =>
        [...device.entries].flatMap(([id, entry]) => (id === own ? [] : [{ entry, remove: () => void device.entries.delete(id) }])),
      write(entry) {
        if (device.isFull) return false
        if (entry) device.entries.set(own, structuredClone(entry))
        else device.entries.delete(own)
        return true
      },
      latestRevision: () => device.newest,
      setLatestRevision: (revision) => void (device.newest = revision),
      pending: () => device.pending,
      setPending: (pending) => void (device.pending = pending),
    },
    now: () => (now += 5000),
    schedule: (act) => {
      due = act
      return () => void (due = null)
    },
  })
  const isDue = () => due !== null
  const storedPatch = () => device.entries.get(own)?.patch ?? null
  return { store, device, storedPatch, isDue }
}

/** A server whose requests and responses wait until released. */
function aSlowServer() {
  const api = aServer()
  const waiting: { name: keyof Server; go: () => void }[] = []
  const arrive = (name: keyof Server) => new Promise<void>((go) => waiting.push({ name, go }))
  const slow =
    <A extends unknown[], R>(name: keyof Server, call: (...args: A) => Promise<R>) =>
    async (...args: A) => {
      await arrive(name)
      const answer = await call(...args)
      await arrive(name)
      return answer
    }
  const { load, save, publish, discard } = api.server
  const server: Server = {
    load: slow('load', load),
    save: slow('save', save),
    publish: slow('publish', publish),
    discard: slow('discard', discard),
  }
  /** Releases the next request or response of this call. */
  const pass = async (name: keyof Server) => {
    const at = await eventually(() => {
      const found = waiting.findIndex((one) => one.name === name)
      expect(found).toBeGreaterThanOrEqual(0)
      return found
    })
    waiting.splice(at, 1)[0]?.go()
  }
  const calls = () => waiting.map(({ name }) => name)
  return { ...api, fast: api.server, server, pass, calls }
}

const settled = async (store: DraftStore) => {
  for (let turn = 0; turn < 6; turn++) if (await store.flush()) return
}

describe('ACCOUNT-2 a draft', () => {
  test('is sent after a pause, only what differs from the published card', async () => {
    const api = aServer()
    const { store, isDue } = aWindow(api)
    store.set('title', 'Broker Associate')
    expect([store.read().saving, isDue(), store.read().edited.title]).toEqual(['waiting', true, 'Broker Associate'])
    await store.flush()
    expect([api.serverDraft().patch, store.read().saving]).toEqual([{ title: 'Broker Associate' }, 'saved'])

    store.set('title', 'Broker')
    await store.flush()
    expect(api.serverDraft().patch).toEqual({})
  })

  test('stores edits on the device while the server is unreachable, and sends them later', async () => {
    const api = aServer()
    const { store, device, storedPatch, isDue } = aWindow(api)
    api.away(true)
    store.set('bio', 'I find people the light')
    expect(await store.flush()).toBe(false)
    expect([store.read().saving, isDue(), storedPatch()]).toEqual(['unreachable', true, { bio: 'I find people the light' }])

    const reopened = aWindow(api, device)
    reopened.store.recall()
    expect(reopened.store.read().edited.bio).toBe('I find people the light')
    api.away(false)
    await settled(reopened.store)
    expect([api.serverDraft().patch, device.entries.size]).toEqual([{ bio: 'I find people the light' }, 0])
  })

  test('a page loaded while the previous one was saving shows what it saved', async () => {
    const api = aServer()
    const before = aWindow(api)
    const old = api.serverDraft()
    before.store.set('title', 'Sent on leaving')
    await before.store.flush()
    const { store } = aWindow({ ...api, serverDraft: () => old }, before.device)
    store.recall()
    await eventually(() => expect(store.read().edited.title).toBe('Sent on leaving'))
    await settled(store)
    expect([store.read().saving, api.serverDraft().patch]).toEqual(['saved', { title: 'Sent on leaving' }])
  })

  test('reports an unreachable server once, whatever is retried or typed', async () => {
    const api = aServer()
    const { store } = aWindow(api)
    api.away(true)
    store.set('bio', 'I')
    await store.flush()
    const states = new Set<string>()
    store.watch(() => states.add(store.read().saving))
    store.set('bio', 'I find')
    await store.flush()
    await store.flush()
    expect([...states]).toEqual(['unreachable'])
    api.away(false)
    await settled(store)
    expect(store.read().saving).toBe('saved')
  })

  test('two windows that change different fields both keep their changes', async () => {
    const api = aServer()
    const [one, other] = [aWindow(api), aWindow(api)]
    one.store.set('title', 'Associate')
    other.store.set('bio', 'Hello')
    await settled(one.store)
    await settled(other.store)
    expect(api.serverDraft().patch).toEqual({ title: 'Associate', bio: 'Hello' })
    expect(other.store.read().edited.title).toBe('Associate')
  })

  test.each(['ours', 'theirs'] as const)('a field that two windows changed is overwritten only after choosing %s', async (which) => {
    const api = aServer()
    const [one, other] = [aWindow(api), aWindow(api)]
    one.store.set('title', 'One')
    await settled(one.store)
    other.store.set('title', 'Other')
    await settled(other.store)
    expect(other.store.read()).toMatchObject({
      saving: 'conflict',
      conflicts: [{ key: 'title', theirs: 'One' }],
      edited: { title: 'Other' },
    })
    expect(api.serverDraft().patch).toEqual({ title: 'One' })

    other.store.resolve(which)
    await settled(other.store)
    expect(api.serverDraft().patch).toEqual({ title: which === 'ours' ? 'Other' : 'One' })
  })

  test('another window published: this window’s edits stay its draft', async () => {
    const api = aServer()
    const [one, other] = [aWindow(api), aWindow(api)]
    one.store.set('title', 'Published')
    expect(await one.store.publish()).toBe('published')
    other.store.set('bio', 'Mine')
    await settled(other.store)
    expect(other.store.read()).toMatchObject({ published: { title: 'Published' }, patch: { bio: 'Mine' }, saving: 'saved' })
  })

  test('undo and redo: a palette is one step, and so is continuous typing', () => {
    const { store } = aWindow(aServer())
    store.setAll({ title: 'Painter', bio: 'Colors' })
    store.set('firstName', 'Grace')
    expect(store.undo()).toBe('firstName')
    expect(store.read().edited.firstName).toBe('Ada')
    store.undo()
    expect(store.read().patch).toEqual({})
    store.redo()
    store.redo()
    expect(store.read().patch).toEqual({ title: 'Painter', bio: 'Colors', firstName: 'Grace' })
    expect(store.redo()).toBeNull()
  })

  test('discarding during a save removes everything, on the device too', async () => {
    const api = aServer()
    const { store, storedPatch, isDue } = aWindow(api)
    store.set('title', 'Associate')
    const sent = store.flush()
    store.set('bio', 'Typed meanwhile')
    expect(await store.discard()).toBe(true)
    await sent
    expect([store.read().patch, api.serverDraft().patch, storedPatch(), isDue()]).toEqual([{}, {}, null, false])
    expect(store.undo()).toBeNull()
  })

  test('publishing empties the draft, and undo creates one again', async () => {
    const { store } = aWindow(aServer())
    store.set('title', 'Associate')
    await store.publish()
    expect([store.read().patch, store.read().published.title]).toEqual([{}, 'Associate'])
    store.undo()
    expect(store.read().patch).toEqual({ title: 'Broker' })
  })

  test.each(['way there', 'way back', 'load'] as const)('edits made while Publish waits on the %s stay a draft', async (where) => {
    const api = aSlowServer()
    const { store, storedPatch, isDue } = aWindow(api)
    store.set('title', 'Agent')
    const done = store.publish()
    store.set('title', 'Agent and')
    await api.pass('save')
    await api.pass('save')
    if (where !== 'way there') await api.pass('publish')
    if (where === 'load') await api.pass('publish')
    await eventually(() => expect(api.calls()).toEqual([where === 'load' ? 'load' : 'publish']))
    store.set('title', 'Agent and Mentor')
    expect([api.calls().length, storedPatch()]).toEqual([1, { title: 'Agent and Mentor' }])
    if (where === 'way there') await api.pass('publish')
    if (where !== 'load') await api.pass('publish')
    await api.pass('load')
    await api.pass('load')
    expect(await done).toBe('published')
    expect(api.serverDraft()).toMatchObject({ published: { title: 'Agent' }, patch: {} })
    expect(store.read()).toMatchObject({ saving: 'waiting', edited: { title: 'Agent and Mentor' }, busy: null, conflicts: [] })
    expect([storedPatch(), isDue()]).toEqual([{ title: 'Agent and Mentor' }, true])

    const saved = store.flush()
    await api.pass('save')
    await api.pass('save')
    expect([await saved, api.serverDraft().patch, store.read().saving, storedPatch()]).toEqual([
      true,
      { title: 'Agent and Mentor' },
      'saved',
      null,
    ])
  })

  test('a save that is due while Publish is running waits for its answer', async () => {
    const api = aSlowServer()
    const { store } = aWindow(api)
    store.set('title', 'Agent')
    const published = store.publish()
    await api.pass('save')
    await api.pass('save')
    await api.pass('publish')
    store.set('bio', 'Meanwhile')
    const saved = store.flush()
    await eventually(() => expect(api.calls()).toEqual(['publish']))
    await api.pass('publish')
    await api.pass('load')
    await api.pass('load')
    expect(await published).toBe('published')
    await api.pass('save')
    await api.pass('save')
    expect([await saved, api.serverDraft().patch, store.read().conflicts]).toEqual([true, { bio: 'Meanwhile' }, []])
  })

  test('edits made while Discard is running stay a draft, on the device too', async () => {
    const api = aSlowServer()
    const { store, storedPatch } = aWindow(api)
    store.set('title', 'Discarded')
    const done = store.discard()
    store.set('bio', 'Typed meanwhile')
    await api.pass('discard')
    store.set('bio', 'Typed meanwhile, too')
    await api.pass('discard')
    expect([await done, store.read().edited.title]).toEqual([true, 'Broker'])
    expect([store.read().patch, storedPatch()]).toEqual([{ bio: 'Typed meanwhile, too' }, { bio: 'Typed meanwhile, too' }])
  })

  test('Discard clears text that was not added, but neither newer text nor an upload', async () => {
    const api = aSlowServer()
    const { store, device } = aWindow(api)
    store.setPending('services.pending', 'calendly.com/maren')
    store.setPending('versions.pending', 'Fair')
    store.setPending('pictures.logo', 'logo.png')
    const done = store.discard()
    await api.pass('discard')
    store.setPending('versions.pending', 'Fair 2027')
    await api.pass('discard')
    expect(await done).toBe(true)
    const others = { 'versions.pending': 'Fair 2027', 'pictures.logo': 'logo.png' }
    expect([store.read().pending, device.pending]).toEqual([others, others])
  })

  test('a failed Discard keeps text that was not added', async () => {
    const api = aServer()
    const { store, device } = aWindow({ ...api, server: { ...api.server, discard: async () => ({ kind: 'unreachable' }) } })
    store.setPending('services.pending', 'calendly.com/maren')
    expect(await store.discard()).toBe(false)
    expect([store.read().pending, device.pending]).toEqual(Array(2).fill({ 'services.pending': 'calendly.com/maren' }))
  })

  test('edits made while another window’s draft is loaded stay', async () => {
    const api = aSlowServer()
    const { store, storedPatch } = aWindow(api)
    await api.fast.save({ revision: 1, changes: { title: 'Theirs' }, removed: [] })
    store.set('bio', 'Mine')
    const saved = store.flush()
    await api.pass('save')
    await api.pass('save')
    await api.pass('load')
    store.set('bio', 'Mine, and more')
    await api.pass('load')
    await saved
    expect(store.read()).toMatchObject({ patch: { title: 'Theirs', bio: 'Mine, and more' }, conflicts: [] })
    expect(storedPatch()).toEqual({ title: 'Theirs', bio: 'Mine, and more' })
  })

  test('a save whose answer was lost is not another window’s change', async () => {
    const api = aServer()
    let isLost = true
    const save: Server['save'] = async (sent) => {
      const answer = await api.server.save(sent)
      return isLost ? { kind: 'unreachable' } : answer
    }
    const { store, device } = aWindow({ ...api, server: { ...api.server, save } })
    store.set('title', 'Agent')
    await store.flush()
    store.set('title', 'Agent and Mentor')
    const reopened = aWindow({ ...api, serverDraft: () => api.serverDraft() }, { ...device, entries: new Map(device.entries) })
    isLost = false
    await settled(store)
    expect([store.read().conflicts, api.serverDraft().patch]).toEqual([[], { title: 'Agent and Mentor' }])
    reopened.store.recall()
    expect(reopened.store.read()).toMatchObject({ conflicts: [], edited: { title: 'Agent and Mentor' } })
  })

  test('issues that only this window knows stay after the server saved the rest', async () => {
    const { store } = aWindow(aServer())
    store.setPending('pictures.logo', 'logo.png')
    store.set('title', 'Owner')
    expect(await store.publish()).toBe('issues')
    const states = store.read().issues
    expect(states.map(({ path }) => path)).toEqual(['pictures.logo'])
    await store.flush()
    expect([store.read().saving, store.read().issues]).toEqual(['saved', states])
    store.setPending('pictures.logo', '')
    expect(store.read().issues).toEqual([])
  })

  test('text that was not added blocks Publish with a reason, and survives a reload', async () => {
    const api = aServer()
    const { store, device } = aWindow(api)
    store.set('title', 'Agent')
    store.setPending('services.pending', 'https://example.com')
    expect(await store.publish()).toBe('issues')
    expect(store.read().issues).toEqual([{ path: 'services.pending', code: 'linkNotAdded' }])
    expect(api.serverDraft().published.title).toBe('Broker')

    const reloaded = aWindow(api, device)
    reloaded.store.recall()
    expect(reloaded.store.read().pending).toEqual({ 'services.pending': 'https://example.com' })
    reloaded.store.setPending('services.pending', '')
    expect(await reloaded.store.publish()).toBe('published')
  })

  test('two offline windows store their edits side by side, and the next one sends both', async () => {
    const api = aServer()
    const device = aDevice()
    const [one, other] = [aWindow(api, device), aWindow(api, device)]
    api.away(true)
    one.store.set('title', 'Offline title')
    other.store.set('bio', 'Offline story')
    one.store.close()
    other.store.close()
    api.away(false)
    const { store } = aWindow(api, device)
    store.recall()
    await settled(store)
    expect([api.serverDraft().patch, device.entries.size]).toEqual([{ title: 'Offline title', bio: 'Offline story' }, 0])
  })

  test('a window whose entry another one took over stores its edits again before it sends them', async () => {
    const api = aServer()
    const device = aDevice()
    const [one, other] = [aWindow(api, device), aWindow(api, device)]
    api.away(true)
    one.store.set('title', 'Offline title')
    await one.store.flush()
    other.store.recall()
    expect(one.storedPatch()).toBeNull()
    await one.store.flush()
    expect(one.storedPatch()).toEqual({ title: 'Offline title' })
  })

  test('a device that is full removes what another window left only once this one could store it', () => {
    const api = aServer()
    const device = aDevice()
    const [one, other] = [aWindow(api, device), aWindow(api, device)]
    api.away(true)
    one.store.set('title', 'Left')
    device.isFull = true
    other.store.recall()
    expect([one.storedPatch(), other.storedPatch()]).toEqual([{ title: 'Left' }, null])
    device.isFull = false
    other.store.setPending('services.pending', 'example.com')
    expect([one.storedPatch(), other.storedPatch()]).toEqual([null, { title: 'Left' }])
  })

  test('a closed window sends what finishes late, and retries nothing', async () => {
    const api = aServer()
    const { store, isDue } = aWindow(api)
    store.close()
    store.set('title', 'Late')
    await eventually(() => expect(api.serverDraft().patch).toEqual({ title: 'Late' }))
    api.away(true)
    store.set('title', 'Later')
    await eventually(() => expect(store.read().saving).toBe('unreachable'))
    expect(isDue()).toBe(false)
  })

  test('Publish after a save without an answer sends that save, then what is newer', async () => {
    const api = aServer()
    const { store } = aWindow(api)
    api.away(true)
    store.set('title', 'One')
    await store.flush()
    store.set('title', 'Two')
    api.away(false)
    expect([await store.publish(), api.serverDraft().published.title]).toEqual(['published', 'Two'])
  })

  test('a window that saves removes nothing of what another one left', async () => {
    const api = aServer()
    const device = aDevice()
    const [one, other] = [aWindow(api, device), aWindow(api, device)]
    api.away(true)
    other.store.set('bio', 'Left')
    await other.store.flush()
    api.away(false)
    one.store.set('title', 'Sent')
    await settled(one.store)
    expect([...device.entries.values()].map(({ patch }) => patch)).toEqual([{ bio: 'Left' }])
  })

  test('different texts from two windows conflict, also after a reload, and both show', async () => {
    const api = aServer()
    const device = aDevice()
    const [one, other] = [aWindow(api, device), aWindow(api, device)]
    api.away(true)
    one.store.set('title', 'One')
    other.store.set('title', 'Other')
    api.away(false)
    const requests = { saving: 'conflict', edited: { title: 'Other' }, conflicts: [{ key: 'title', theirs: 'One' }] }
    const first = aWindow(api, device)
    first.store.recall()
    expect(first.store.read()).toMatchObject(requests)
    first.store.close()

    const reopened = aWindow(api, device)
    reopened.store.recall()
    expect(reopened.store.read().conflicts).toHaveLength(1)
    const words = [reopened.store.read().edited.title, reopened.store.read().conflicts[0]?.theirs]
    expect(words.toSorted()).toEqual(['One', 'Other'])
    reopened.store.resolve('theirs')
    await settled(reopened.store)
    expect([api.serverDraft().patch, device.entries.size]).toEqual([{ title: words[1] }, 0])
  })

  test('ACCOUNT-2 two windows never lose acknowledged text without a conflict', async () => {
    const act = fc.record({
      who: fc.nat(1),
      what: fc.constantFrom('title', 'bio', 'flush', 'publish', 'undo', 'ours'),
      word: fc.string({ maxLength: 4 }),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(act, { maxLength: 25 }), async (acts) => {
        const api = aServer()
        const windows = [aWindow(api), aWindow(api)]
        for (const { who, what, word } of acts) {
          const store = windows[who]?.store ?? windows[0]?.store
          if (!store) continue
          if (what === 'title' || what === 'bio') store.set(what, word)
          else if (what === 'flush') await store.flush()
          else if (what === 'publish') await store.publish()
          else if (what === 'undo') store.undo()
          else store.resolve('ours')
        }
        windows[1]?.store.set('firstName', 'Last')
        for (const { store } of windows) {
          store.resolve('ours')
          await settled(store)
          store.resolve('ours')
          await settled(store)
        }
        const last = windows[1]?.store.read()
        expect(last?.saving).toBe('saved')
        expect(applyPatch(api.serverDraft().published, api.serverDraft().patch)).toEqual(last?.edited)
      }),
      { numRuns: 150 },
    )
  })

  test('the last text of a window that saves and publishes survives any answer order', async () => {
    const act = fc.oneof(
      fc.record({ what: fc.constant('title' as const), word: fc.string({ maxLength: 3 }) }),
      fc.record({ what: fc.constantFrom('flush' as const, 'publish' as const), word: fc.constant('') }),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(act, { maxLength: 12 }), fc.scheduler(), async (acts, scheduler) => {
        const api = aServer()
        const { load, save, publish, discard } = api.server
        const delayed = <A extends unknown[], R>(call: (...args: A) => Promise<R>) => {
          const there = scheduler.scheduleFunction(async () => {})
          const back = scheduler.scheduleFunction(async (answer: R) => answer)
          return async (...args: A) => {
            await there()
            return back(await call(...args))
          }
        }
        const server = { load: delayed(load), save: delayed(save), publish: delayed(publish), discard: delayed(discard) }
        const { store } = aWindow({ ...api, server })
        let typed = 'Broker'
        scheduler.scheduleSequence(
          acts.map(({ what, word }) => async () => {
            if (what === 'flush') void store.flush()
            else if (what === 'publish') void store.publish()
            else store.set('title', (typed = word))
          }),
        )
        await scheduler.waitFor(Promise.resolve())
        await scheduler.waitAll()
        const saved = settled(store)
        await scheduler.waitFor(saved)
        expect([store.read().edited.title, store.read().saving]).toEqual([typed, 'saved'])
        expect(applyPatch(api.serverDraft().published, api.serverDraft().patch).title).toBe(typed)
      }),
      { numRuns: 200 },
    )
  })
})
