import fc from 'fast-check'
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

/** What a device says of a card it has never seen. */
const usual = fresh()
function fresh() {
  vi.stubGlobal('localStorage', aStorage().local)
  vi.stubGlobal('location', { pathname: '/' })
  return readCardState('nobody')
}
const keptUnder = (key: string): unknown => JSON.parse(storage.kept.get(key) ?? 'null')

describe('INST-3 the state of a card', () => {
  test('is kept for each card, whatever the case of its alias, and for each version of it', () => {
    writeCardState('Maren', { connected: true })
    expect(readCardState('maren').connected).toBe(true)
    expect(readCardState('julian').connected).toBe(false)

    vi.stubGlobal('location', { pathname: '/maren/v/Spring/home' })
    expect(readCardState('maren').connected).toBe(false)
    writeCardState('maren', { tourDone: true })
    expect([...storage.kept.keys()]).toEqual(['card:maren', 'card:maren/spring'])
  })

  test.each(['', 'not json', 'null', '[]', '7', '"text"', '{', `"${'x'.repeat(2e5)}"`, `{"connected":true,"by":"${'x'.repeat(2e5)}"}`])(
    'found as %.20s is as if nothing was kept, and can be written over',
    (text) => {
      storage.kept.set('card:maren', text)
      expect(readCardState('maren')).toEqual(usual)
      writeCardState('maren', { connected: true })
      expect(readCardState('maren')).toEqual({ ...usual, connected: true })
    },
  )

  test('whatever a field holds, what is read has its type, and the other fields stay what they are', () => {
    const names = Object.keys(usual)
    fc.assert(
      fc.property(fc.constantFrom(...names), fc.jsonValue(), (name, value) => {
        const sound = { ...usual, connected: true, connectShown: 3, viewedStories: ['a'] }
        storage.kept.set('card:maren', JSON.stringify({ ...sound, [name]: value }))
        const read = readCardState('maren')
        const { [name]: was, ...others } = Object.fromEntries(Object.entries(read))
        expect(typeof was).toBe(typeof Reflect.get(usual, name))
        expect({ ...others, [name]: null }).toEqual({ ...sound, [name]: null })
        expect(read.viewedStories.every((one) => typeof one === 'string')).toBe(true)
        expect(Number.isFinite(read.connectShown + read.installShown)).toBe(true)
      }),
    )
  })

  test('any text at all breaks nothing', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
        storage.kept.set('card:maren', text)
        expect(Object.keys(readCardState('maren'))).toEqual(Object.keys(usual))
      }),
    )
  })

  test('numbers that no counting leads to are as none', () => {
    storage.kept.set('card:maren', '{"connectShown":-4,"installShown":1e999}')
    expect(readCardState('maren')).toEqual(usual)
  })

  test('what another window changed meanwhile stays, and what a newer version of us keeps there', () => {
    storage.kept.set('card:maren', '{"tourDone":true,"ofTomorrow":{"a":1}}')
    writeCardState('maren', { connected: true })
    writeCardState('maren', ({ connectShown }) => ({ connectShown: connectShown + 1 }))
    expect(keptUnder('card:maren')).toMatchObject({ tourDone: true, connected: true, connectShown: 1, ofTomorrow: { a: 1 } })
  })

  test('where storage is denied nothing is kept, and nothing breaks', async () => {
    vi.stubGlobal('localStorage', undefined)
    writeCardState('maren', { connected: true })
    await vi.dynamicImportSettled()
    expect(readCardState('maren')).toEqual(usual)
  })
})

describe('INST-3 a device that is full', () => {
  const onDay = (day: number, more = {}) => JSON.stringify({ connected: true, seenOn: Date.UTC(2026, 0, day), ...more })
  const write = async () => {
    writeCardState('maren', { connected: true })
    await vi.dynamicImportSettled()
  }

  test('gives up what can be fetched again before anything of a card', async () => {
    storage.kept.set('cache:reviews', 'x'.repeat(300))
    storage.kept.set('card:julian', onDay(1))
    storage.fill()
    await write()
    expect(readCardState('maren').connected).toBe(true)
    expect([...storage.kept.keys()].toSorted()).toEqual(['card:julian', 'card:maren'])
  })

  test('forgets stories that were seen elsewhere before anybody is asked again what they refused', async () => {
    storage.kept.set('card:julian', onDay(2, { neverAskAgain: true, viewedStories: ['x'.repeat(300)] }))
    storage.fill()
    await write()
    expect(readCardState('maren').connected).toBe(true)
    expect(keptUnder('card:julian')).toMatchObject({ neverAskAgain: true, viewedStories: [] })
  })

  test('forgets the card that was not seen for the longest, and no more than that; a day to come counts as never', async () => {
    const words = { note: 'x'.repeat(300) }
    storage.kept.set('card:julian', onDay(5, words))
    storage.kept.set('card:priya', JSON.stringify({ ...words, seenOn: Date.now() + 1e11 }))
    storage.kept.set('session', '{"isAuthenticated":true}')
    storage.fill()
    await write()
    expect([...storage.kept.keys()].toSorted()).toEqual(['card:julian', 'card:maren', 'session'])
  })

  test('of somebody else’s things stays as it was', async () => {
    storage.kept.set('session', 'x'.repeat(300))
    storage.fill()
    await write()
    expect([...storage.kept.keys()]).toEqual(['session'])
    expect(readCardState('maren')).toEqual(usual)
  })
})
