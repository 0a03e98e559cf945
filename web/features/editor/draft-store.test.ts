import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Kept, Server } from './draft-server.ts'
import { createDraftStore, type DraftStore } from './draft-store.ts'
import { readPublished, type DraftFields } from './edited.ts'
import { under } from './patch.ts'
import { eventually } from '../../../tests/harness/eventually.ts'

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

type Held = Parameters<Parameters<typeof createDraftStore>[1]['memory']['write']>[0]

/** A window in which time passes when it is told to. */
function aWindow(
  { server, kept }: Pick<ReturnType<typeof aServer>, 'server' | 'kept'>,
  left: { held: Held; newest?: number } = { held: null },
) {
  let due: (() => void) | null = null
  let now = 0
  const store = createDraftStore(kept(), {
    server,
    memory: {
      read: () => left.held,
      write: (held) => void (left.held = held),
      newest: () => left.newest ?? 0,
      tell: (revision) => void (left.newest = revision),
    },
    now: () => (now += 5000),
    schedule: (act) => {
      due = act
      return () => void (due = null)
    },
  })
  const isDue = () => due !== null
  return { store, left, isDue }
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
    const { store, left, isDue } = aWindow(house)
    house.away(true)
    store.set('bio', 'I find people the light')
    expect(await store.flush()).toBe(false)
    expect([store.read().saving, isDue(), left.held?.patch]).toEqual(['away', true, { bio: 'I find people the light' }])

    const reopened = aWindow(house, left)
    reopened.store.recall()
    expect(reopened.store.read().edited.bio).toBe('I find people the light')
    house.away(false)
    await settled(reopened.store)
    expect([house.kept().patch, left.held]).toEqual([{ bio: 'I find people the light' }, null])
  })

  test('a page that was read while the one before was still sending shows what was sent', async () => {
    const house = aServer()
    const before = aWindow(house)
    const old = house.kept()
    before.store.set('title', 'Sent on leaving')
    await before.store.flush()
    const { store } = aWindow({ ...house, kept: () => old }, before.left)
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
    store.setAll({ title: 'Painter', bio: 'Colours' })
    store.set('firstName', 'Grace')
    expect(store.undo()).toBe('firstName')
    expect(store.read().edited.firstName).toBe('Ada')
    store.undo()
    expect(store.read().patch).toEqual({})
    store.redo()
    store.redo()
    expect(store.read().patch).toEqual({ title: 'Painter', bio: 'Colours', firstName: 'Grace' })
    expect(store.redo()).toBeNull()
  })

  test('discarded while it is being sent, all of it is gone, also from the device', async () => {
    const house = aServer()
    const { store, left, isDue } = aWindow(house)
    store.set('title', 'Associate')
    const sent = store.flush()
    store.set('bio', 'Typed meanwhile')
    expect(await store.discard()).toBe(true)
    await sent
    expect([store.read().patch, house.kept().patch, left.held, isDue()]).toEqual([{}, {}, null, false])
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
})
