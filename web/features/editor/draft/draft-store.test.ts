import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Kept, Server } from './draft-server.ts'
import { createDraftStore, type DraftStore } from './draft-store.ts'
import type { Held } from './draft-memory.ts'
import { readPublished, type DraftFields } from './edited.ts'
import { under } from './patch.ts'
import type { Unadded } from './unadded.ts'
import { eventually } from '../../../../tests/harness/eventually.ts'

const aCard = readPublished({ firstName: 'Ada', lastName: 'Winter', title: 'Broker', bio: '', reviews: [], showVideoOnHomepage: false })
const fresh: Kept = { revision: 1, published: aCard, patch: {}, faults: [], savedAt: null }

/** A server of one card, as the real one behaves. */
function aServer() {
  let kept = fresh
  let isAway = false
  const next = (patch: DraftFields, published = kept.published) => {
    kept = { ...kept, revision: kept.revision + 1, patch, published }
    return kept.revision
  }
  const server: Server = {
    load: async () => (isAway ? null : kept),
    async save({ revision, changes, removed }) {
      if (isAway) return { kind: 'away' }
      if (revision !== kept.revision) return { kind: 'overtaken' }
      const patch = Object.fromEntries(
        Object.entries({ ...kept.patch, ...changes }).filter(([key]) => !removed.some((gone) => gone === key)),
      )
      return { kind: 'kept', revision: next(patch), savedAt: '2026-11-21T12:00:00.000Z', faults: [] }
    },
    async publish(revision) {
      if (revision !== kept.revision) return { kind: 'overtaken' }
      return { kind: 'kept', revision: next({}, under(kept.published, kept.patch)) }
    },
    async discard(revision) {
      if (revision !== kept.revision) return { kind: 'overtaken' }
      return { kind: 'kept', revision: next({}) }
    },
  }
  return { server, kept: () => kept, away: (is: boolean) => void (isAway = is) }
}

/** What windows stored on one device. */
const aDevice = () => ({ entries: new Map<number, Held>(), newest: 0, windows: 0, unadded: {} as Unadded })
type Device = ReturnType<typeof aDevice>

/** A window in which time passes when it is told to. */
function aWindow({ server, kept }: Pick<ReturnType<typeof aServer>, 'server' | 'kept'>, device: Device = aDevice()) {
  let due: (() => void) | null = null
  let now = 0
  const own = ++device.windows
  const store = createDraftStore(kept(), {
    server,
    memory: {
      left: () => [...device.entries].flatMap(([id, held]) => (id === own ? [] : [{ held, forget: () => void device.entries.delete(id) }])),
      write(held) {
        if (held) device.entries.set(own, structuredClone(held))
        else device.entries.delete(own)
        return true
      },
      newest: () => device.newest,
      tell: (revision) => void (device.newest = revision),
      unadded: () => device.unadded,
      note: (unadded) => void (device.unadded = unadded),
    },
    now: () => (now += 5000),
    schedule: (act) => {
      due = act
      return () => void (due = null)
    },
  })
  const isDue = () => due !== null
  const held = () => device.entries.get(own)?.patch ?? null
  return { store, device, held, isDue }
}

/** A server whose calls wait, on their way there or back, until they are let through. */
function aSlowServer() {
  const house = aServer()
  const waiting: { name: keyof Server; go: () => void }[] = []
  const arrive = (name: keyof Server) => new Promise<void>((go) => waiting.push({ name, go }))
  const slow =
    <A extends unknown[], R>(name: keyof Server, call: (...given: A) => Promise<R>) =>
    async (...given: A) => {
      await arrive(name)
      const answer = await call(...given)
      await arrive(name)
      return answer
    }
  const { load, save, publish, discard } = house.server
  const server: Server = {
    load: slow('load', load),
    save: slow('save', save),
    publish: slow('publish', publish),
    discard: slow('discard', discard),
  }
  /** Lets the next call of this name through one of its two ways. */
  const pass = async (name: keyof Server) => {
    const at = await eventually(() => {
      const found = waiting.findIndex((one) => one.name === name)
      expect(found).toBeGreaterThanOrEqual(0)
      return found
    })
    waiting.splice(at, 1)[0]?.go()
  }
  const calls = () => waiting.map(({ name }) => name)
  return { ...house, fast: house.server, server, pass, calls }
}

const settled = async (store: DraftStore) => {
  for (let turn = 0; turn < 6; turn++) if (await store.flush()) return
}

describe('ACCOUNT-2 a draft', () => {
  test('is sent after a pause, as what differs from the published card and nothing else', async () => {
    const house = aServer()
    const { store, isDue } = aWindow(house)
    store.set('title', 'Broker Associate')
    expect([store.read().saving, isDue(), store.read().edited.title]).toEqual(['waiting', true, 'Broker Associate'])
    await store.flush()
    expect([house.kept().patch, store.read().saving]).toEqual([{ title: 'Broker Associate' }, 'saved'])

    store.set('title', 'Broker')
    await store.flush()
    expect(house.kept().patch).toEqual({})
  })

  test('keeps what was typed while nobody answers, on the device too, and sends it later', async () => {
    const house = aServer()
    const { store, device, held, isDue } = aWindow(house)
    house.away(true)
    store.set('bio', 'I find people the light')
    expect(await store.flush()).toBe(false)
    expect([store.read().saving, isDue(), held()]).toEqual(['away', true, { bio: 'I find people the light' }])

    const reopened = aWindow(house, device)
    reopened.store.recall()
    expect(reopened.store.read().edited.bio).toBe('I find people the light')
    house.away(false)
    await settled(reopened.store)
    expect([house.kept().patch, device.entries.size]).toEqual([{ bio: 'I find people the light' }, 0])
  })

  test('a page that was read while the one before was still sending shows what was sent', async () => {
    const house = aServer()
    const before = aWindow(house)
    const old = house.kept()
    before.store.set('title', 'Sent on leaving')
    await before.store.flush()
    const { store } = aWindow({ ...house, kept: () => old }, before.device)
    store.recall()
    await eventually(() => expect(store.read().edited.title).toBe('Sent on leaving'))
    await settled(store)
    expect([store.read().saving, house.kept().patch]).toEqual(['saved', { title: 'Sent on leaving' }])
  })

  test('says once that nobody answers, however often it tries and whatever is typed', async () => {
    const house = aServer()
    const { store } = aWindow(house)
    house.away(true)
    store.set('bio', 'I')
    await store.flush()
    const said = new Set<string>()
    store.watch(() => said.add(store.read().saving))
    store.set('bio', 'I find')
    await store.flush()
    await store.flush()
    expect([...said]).toEqual(['away'])
    house.away(false)
    await settled(store)
    expect(store.read().saving).toBe('saved')
  })

  test('two windows that change different things both keep theirs', async () => {
    const house = aServer()
    const [one, other] = [aWindow(house), aWindow(house)]
    one.store.set('title', 'Associate')
    other.store.set('bio', 'Hello')
    await settled(one.store)
    await settled(other.store)
    expect(house.kept().patch).toEqual({ title: 'Associate', bio: 'Hello' })
    expect(other.store.read().edited.title).toBe('Associate')
  })

  test.each(['ours', 'theirs'] as const)(
    'two windows that change the same thing: nothing is overwritten until somebody says %s',
    async (which) => {
      const house = aServer()
      const [one, other] = [aWindow(house), aWindow(house)]
      one.store.set('title', 'One')
      await settled(one.store)
      other.store.set('title', 'Other')
      await settled(other.store)
      expect(other.store.read()).toMatchObject({
        saving: 'disputed',
        disputed: [{ key: 'title', theirs: 'One' }],
        edited: { title: 'Other' },
      })
      expect(house.kept().patch).toEqual({ title: 'One' })

      other.store.keep(which)
      await settled(other.store)
      expect(house.kept().patch).toEqual({ title: which === 'ours' ? 'Other' : 'One' })
    },
  )

  test('another window published meanwhile: this one’s words stay its draft', async () => {
    const house = aServer()
    const [one, other] = [aWindow(house), aWindow(house)]
    one.store.set('title', 'Published')
    expect(await one.store.publish()).toBe('published')
    other.store.set('bio', 'Mine')
    await settled(other.store)
    expect(other.store.read()).toMatchObject({ published: { title: 'Published' }, patch: { bio: 'Mine' }, saving: 'saved' })
  })

  test('undone and done again, a palette is one step, letters typed in one go too', () => {
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

  test('discarded while it is being sent, all of it is gone, also from the device', async () => {
    const house = aServer()
    const { store, held, isDue } = aWindow(house)
    store.set('title', 'Associate')
    const sent = store.flush()
    store.set('bio', 'Typed meanwhile')
    expect(await store.discard()).toBe(true)
    await sent
    expect([store.read().patch, house.kept().patch, held(), isDue()]).toEqual([{}, {}, null, false])
    expect(store.undo()).toBeNull()
  })

  test('published, the draft is empty, and undo leads back into a draft', async () => {
    const { store } = aWindow(aServer())
    store.set('title', 'Associate')
    await store.publish()
    expect([store.read().patch, store.read().published.title]).toEqual([{}, 'Associate'])
    store.undo()
    expect(store.read().patch).toEqual({ title: 'Broker' })
  })

  test.each(['way there', 'way back', 'load'] as const)('edits made while Publish waits on the %s stay a draft', async (where) => {
    const house = aSlowServer()
    const { store, held, isDue } = aWindow(house)
    store.set('title', 'Agent')
    const done = store.publish()
    store.set('title', 'Agent and')
    await house.pass('save')
    await house.pass('save')
    if (where !== 'way there') await house.pass('publish')
    if (where === 'load') await house.pass('publish')
    await eventually(() => expect(house.calls()).toEqual([where === 'load' ? 'load' : 'publish']))
    store.set('title', 'Agent and Mentor')
    expect([house.calls().length, held()]).toEqual([1, { title: 'Agent and Mentor' }])
    if (where === 'way there') await house.pass('publish')
    if (where !== 'load') await house.pass('publish')
    await house.pass('load')
    await house.pass('load')
    expect(await done).toBe('published')
    expect(house.kept()).toMatchObject({ published: { title: 'Agent' }, patch: {} })
    expect(store.read()).toMatchObject({ saving: 'waiting', edited: { title: 'Agent and Mentor' }, busy: null, disputed: [] })
    expect([held(), isDue()]).toEqual([{ title: 'Agent and Mentor' }, true])

    const saved = store.flush()
    await house.pass('save')
    await house.pass('save')
    expect([await saved, house.kept().patch, store.read().saving, held()]).toEqual([true, { title: 'Agent and Mentor' }, 'saved', null])
  })

  test('a save that is due while Publish is under way waits for its answer', async () => {
    const house = aSlowServer()
    const { store } = aWindow(house)
    store.set('title', 'Agent')
    const published = store.publish()
    await house.pass('save')
    await house.pass('save')
    await house.pass('publish')
    store.set('bio', 'Meanwhile')
    const saved = store.flush()
    await eventually(() => expect(house.calls()).toEqual(['publish']))
    await house.pass('publish')
    await house.pass('load')
    await house.pass('load')
    expect(await published).toBe('published')
    await house.pass('save')
    await house.pass('save')
    expect([await saved, house.kept().patch, store.read().disputed]).toEqual([true, { bio: 'Meanwhile' }, []])
  })

  test('edits made while Discard is under way stay a draft, on the device too', async () => {
    const house = aSlowServer()
    const { store, held } = aWindow(house)
    store.set('title', 'Discarded')
    const done = store.discard()
    store.set('bio', 'Typed meanwhile')
    await house.pass('discard')
    store.set('bio', 'Typed meanwhile, too')
    await house.pass('discard')
    expect([await done, store.read().edited.title]).toEqual([true, 'Broker'])
    expect([store.read().patch, held()]).toEqual([{ bio: 'Typed meanwhile, too' }, { bio: 'Typed meanwhile, too' }])
  })

  test('Discard empties text that was typed and not added, but not what is typed while it is under way, nor an upload', async () => {
    const house = aSlowServer()
    const { store, device } = aWindow(house)
    store.note('services.unadded', 'calendly.com/maren')
    store.note('versions.unadded', 'Fair')
    store.note('pictures.logo', 'logo.png')
    const done = store.discard()
    await house.pass('discard')
    store.note('versions.unadded', 'Fair 2027')
    await house.pass('discard')
    expect(await done).toBe(true)
    const left = { 'versions.unadded': 'Fair 2027', 'pictures.logo': 'logo.png' }
    expect([store.read().unadded, device.unadded]).toEqual([left, left])
  })

  test('a Discard that failed keeps text that was typed and not added', async () => {
    const house = aServer()
    const { store, device } = aWindow({ ...house, server: { ...house.server, discard: async () => ({ kind: 'away' }) } })
    store.note('services.unadded', 'calendly.com/maren')
    expect(await store.discard()).toBe(false)
    expect([store.read().unadded, device.unadded]).toEqual(Array(2).fill({ 'services.unadded': 'calendly.com/maren' }))
  })

  test('edits made while another window’s draft is loaded stay', async () => {
    const house = aSlowServer()
    const { store, held } = aWindow(house)
    await house.fast.save({ revision: 1, changes: { title: 'Theirs' }, removed: [] })
    store.set('bio', 'Mine')
    const saved = store.flush()
    await house.pass('save')
    await house.pass('save')
    await house.pass('load')
    store.set('bio', 'Mine, and more')
    await house.pass('load')
    await saved
    expect(store.read()).toMatchObject({ patch: { title: 'Theirs', bio: 'Mine, and more' }, disputed: [] })
    expect(held()).toEqual({ title: 'Theirs', bio: 'Mine, and more' })
  })

  test('a save whose answer was lost is no other window’s change', async () => {
    const house = aServer()
    let isLost = true
    const save: Server['save'] = async (sent) => {
      const answer = await house.server.save(sent)
      return isLost ? { kind: 'away' } : answer
    }
    const { store, device } = aWindow({ ...house, server: { ...house.server, save } })
    store.set('title', 'Agent')
    await store.flush()
    store.set('title', 'Agent and Mentor')
    const reopened = aWindow({ ...house, kept: () => house.kept() }, { ...device, entries: new Map(device.entries) })
    isLost = false
    await settled(store)
    expect([store.read().disputed, house.kept().patch]).toEqual([[], { title: 'Agent and Mentor' }])
    reopened.store.recall()
    expect(reopened.store.read()).toMatchObject({ disputed: [], edited: { title: 'Agent and Mentor' } })
  })

  test('what is typed and not added holds Publish, says why, and is there after a reload', async () => {
    const house = aServer()
    const { store, device } = aWindow(house)
    store.set('title', 'Agent')
    store.note('services.unadded', 'https://example.com')
    expect(await store.publish()).toBe('faults')
    expect(store.read().faults).toEqual([{ path: 'services.unadded', message: 'You have a link that isn’t added yet.' }])
    expect(house.kept().published.title).toBe('Broker')

    const reloaded = aWindow(house, device)
    reloaded.store.recall()
    expect(reloaded.store.read().unadded).toEqual({ 'services.unadded': 'https://example.com' })
    reloaded.store.note('services.unadded', '')
    expect(await reloaded.store.publish()).toBe('published')
  })

  test('two windows without a connection leave their words beside each other, and the next one sends both', async () => {
    const house = aServer()
    const device = aDevice()
    const [one, other] = [aWindow(house, device), aWindow(house, device)]
    house.away(true)
    one.store.set('title', 'Offline title')
    other.store.set('bio', 'Offline story')
    one.store.close()
    other.store.close()
    house.away(false)
    const { store } = aWindow(house, device)
    store.recall()
    await settled(store)
    expect([house.kept().patch, device.entries.size]).toEqual([{ title: 'Offline title', bio: 'Offline story' }, 0])
  })

  test('a window that saves removes nothing of what another one left', async () => {
    const house = aServer()
    const device = aDevice()
    const [one, other] = [aWindow(house, device), aWindow(house, device)]
    house.away(true)
    other.store.set('bio', 'Left')
    await other.store.flush()
    house.away(false)
    one.store.set('title', 'Sent')
    await settled(one.store)
    expect([...device.entries.values()].map(({ patch }) => patch)).toEqual([{ bio: 'Left' }])
  })

  test('two windows left different words in one field: a dispute, also after a reload, and both words are in sight', async () => {
    const house = aServer()
    const device = aDevice()
    const [one, other] = [aWindow(house, device), aWindow(house, device)]
    house.away(true)
    one.store.set('title', 'One')
    other.store.set('title', 'Other')
    house.away(false)
    const asked = { saving: 'disputed', edited: { title: 'Other' }, disputed: [{ key: 'title', theirs: 'One' }] }
    const first = aWindow(house, device)
    first.store.recall()
    expect(first.store.read()).toMatchObject(asked)
    first.store.close()

    const reopened = aWindow(house, device)
    reopened.store.recall()
    expect(reopened.store.read().disputed).toHaveLength(1)
    const words = [reopened.store.read().edited.title, reopened.store.read().disputed[0]?.theirs]
    expect(words.toSorted()).toEqual(['One', 'Other'])
    reopened.store.keep('theirs')
    await settled(reopened.store)
    expect([house.kept().patch, device.entries.size]).toEqual([{ title: words[1] }, 0])
  })

  test('ACCOUNT-2 whatever two windows do in whatever order, no acknowledged word is lost without a dispute', async () => {
    const act = fc.record({
      who: fc.nat(1),
      what: fc.constantFrom('title', 'bio', 'flush', 'publish', 'undo', 'ours'),
      word: fc.string({ maxLength: 4 }),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(act, { maxLength: 25 }), async (acts) => {
        const house = aServer()
        const windows = [aWindow(house), aWindow(house)]
        for (const { who, what, word } of acts) {
          const store = windows[who]?.store ?? windows[0]?.store
          if (!store) continue
          if (what === 'title' || what === 'bio') store.set(what, word)
          else if (what === 'flush') await store.flush()
          else if (what === 'publish') await store.publish()
          else if (what === 'undo') store.undo()
          else store.keep('ours')
        }
        windows[1]?.store.set('firstName', 'Last')
        for (const { store } of windows) {
          store.keep('ours')
          await settled(store)
          store.keep('ours')
          await settled(store)
        }
        const last = windows[1]?.store.read()
        expect(last?.saving).toBe('saved')
        expect(under(house.kept().published, house.kept().patch)).toEqual(last?.edited)
      }),
      { numRuns: 150 },
    )
  })

  test('in whatever order answers come, the last words of a window that only saves and publishes stay', async () => {
    const act = fc.oneof(
      fc.record({ what: fc.constant('title' as const), word: fc.string({ maxLength: 3 }) }),
      fc.record({ what: fc.constantFrom('flush' as const, 'publish' as const), word: fc.constant('') }),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(act, { maxLength: 12 }), fc.scheduler(), async (acts, scheduler) => {
        const house = aServer()
        const { load, save, publish, discard } = house.server
        const later = <A extends unknown[], R>(call: (...given: A) => Promise<R>) => {
          const there = scheduler.scheduleFunction(async () => {})
          const back = scheduler.scheduleFunction(async (answer: R) => answer)
          return async (...given: A) => {
            await there()
            return back(await call(...given))
          }
        }
        const server = { load: later(load), save: later(save), publish: later(publish), discard: later(discard) }
        const { store } = aWindow({ ...house, server })
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
        expect(under(house.kept().published, house.kept().patch).title).toBe(typed)
      }),
      { numRuns: 200 },
    )
  })
})
