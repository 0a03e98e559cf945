import fc from '../../../tests/samples/fast-check.ts'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { aStorage, type Storage } from '../../../tests/stand-ins/a-storage.ts'
import { readCardState, writeCardState } from './device-state.ts'

let storage: Storage
beforeEach(() => {
  storage = aStorage()
  vi.stubGlobal('localStorage', storage.local)
  vi.stubGlobal('location', { pathname: '/maren/home' })
  vi.stubGlobal('dispatchEvent', () => true)
})

/** The state of a card never viewed. */
const defaultState = fresh()
function fresh() {
  vi.stubGlobal('localStorage', aStorage().local)
  vi.stubGlobal('location', { pathname: '/' })
  return readCardState('unvisited')
}
const storedAt = (key: string): unknown => JSON.parse(storage.stored.get(key) ?? 'null')

describe('INST-3 the state of a card', () => {
  test('is stored by card, whatever the case of its alias, and by version', () => {
    writeCardState('Maren', { connected: true })
    expect(readCardState('maren').connected).toBe(true)
    expect(readCardState('julian').connected).toBe(false)

    vi.stubGlobal('location', { pathname: '/maren/v/Spring/home' })
    expect(readCardState('maren').connected).toBe(false)
    writeCardState('maren', { tourDone: true })
    expect([...storage.stored.keys()]).toEqual(['card:maren', 'card:maren/spring'])
  })

  test.each(['', 'not json', 'null', '[]', '7', '"text"', '{', `"${'x'.repeat(2e5)}"`, `{"connected":true,"by":"${'x'.repeat(2e5)}"}`])(
    'stored as %.20s reads as empty and can be overwritten',
    (text) => {
      storage.stored.set('card:maren', text)
      expect(readCardState('maren')).toEqual(defaultState)
      writeCardState('maren', { connected: true })
      expect(readCardState('maren')).toEqual({ ...defaultState, connected: true })
    },
  )

  test('a field with any value reads as its type, and the others are unaffected', () => {
    const names = Object.keys(defaultState)
    fc.assert(
      fc.property(fc.constantFrom(...names), fc.jsonValue(), (name, value) => {
        const sound = { ...defaultState, connected: true, connectPromptCount: 3, viewedStories: ['a'] }
        storage.stored.set('card:maren', JSON.stringify({ ...sound, [name]: value }))
        const read = readCardState('maren')
        const { [name]: was, ...others } = Object.fromEntries(Object.entries(read))
        expect(typeof was).toBe(typeof Reflect.get(defaultState, name))
        expect({ ...others, [name]: null }).toEqual({ ...sound, [name]: null })
        expect(read.viewedStories.every((one) => typeof one === 'string')).toBe(true)
        expect(Number.isFinite(read.connectPromptCount + read.visitCount)).toBe(true)
      }),
    )
  })

  test('any stored text reads as a state', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
        storage.stored.set('card:maren', text)
        expect(Object.keys(readCardState('maren'))).toEqual(Object.keys(defaultState))
      }),
    )
  })

  test('impossible counts read as the default', () => {
    storage.stored.set('card:maren', '{"connectPromptCount":-4,"visitCount":1e999}')
    expect(readCardState('maren')).toEqual(defaultState)
  })

  test('changes of another window and fields of a newer version stay', () => {
    storage.stored.set('card:maren', '{"tourDone":true,"ofTomorrow":{"a":1}}')
    writeCardState('maren', { connected: true })
    writeCardState('maren', ({ connectPromptCount }) => ({ connectPromptCount: connectPromptCount + 1 }))
    expect(storedAt('card:maren')).toMatchObject({ tourDone: true, connected: true, connectPromptCount: 1, ofTomorrow: { a: 1 } })
  })

  test('denied storage breaks nothing', async () => {
    vi.stubGlobal('localStorage', undefined)
    writeCardState('maren', { connected: true })
    await vi.dynamicImportSettled()
    expect(readCardState('maren')).toEqual(defaultState)
  })
})

describe('INST-3 a device that is full', () => {
  const onDay = (day: number, more = {}) => JSON.stringify({ connected: true, viewedOn: Date.UTC(2026, 0, day), ...more })
  const write = async () => {
    writeCardState('maren', { connected: true })
    await vi.dynamicImportSettled()
  }

  test('drops caches before the state of a card', async () => {
    storage.stored.set('cache:reviews', 'x'.repeat(300))
    storage.stored.set('card:julian', onDay(1))
    storage.fill()
    await write()
    expect(readCardState('maren').connected).toBe(true)
    expect([...storage.stored.keys()].toSorted()).toEqual(['card:julian', 'card:maren'])
  })

  test('drops viewed stories of other cards before their "never ask again"', async () => {
    storage.stored.set('card:julian', onDay(2, { neverAskAgain: true, viewedStories: ['x'.repeat(300)] }))
    storage.fill()
    await write()
    expect(readCardState('maren').connected).toBe(true)
    expect(storedAt('card:julian')).toMatchObject({ neverAskAgain: true, viewedStories: [] })
  })

  test('drops only the card not viewed for the longest; a future time counts as never', async () => {
    const words = { logEvent: 'x'.repeat(300) }
    storage.stored.set('card:julian', onDay(5, words))
    storage.stored.set('card:priya', JSON.stringify({ ...words, viewedOn: Date.now() + 1e11 }))
    storage.stored.set('session', '{"isAuthenticated":true}')
    storage.fill()
    await write()
    expect([...storage.stored.keys()].toSorted()).toEqual(['card:julian', 'card:maren', 'session'])
  })

  test('leaves data that is not a card’s', async () => {
    storage.stored.set('session', 'x'.repeat(300))
    storage.fill()
    await write()
    expect([...storage.stored.keys()]).toEqual(['session'])
    expect(readCardState('maren')).toEqual(defaultState)
  })
})
