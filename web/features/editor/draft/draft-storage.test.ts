import { beforeEach, expect, test, vi } from 'vitest'
import { aStorage, type Storage } from '../../../../tests/stand-ins/a-storage.ts'
import { createDraftStorage } from './draft-storage.ts'
import { readPublished } from './edited.ts'

const base = { revision: 1, published: readPublished({ title: 'Broker' }), patch: {}, issues: [], savedAt: null }
const words = (title: string) => ({ base, patch: { title } })
const titlesLeft = (memory: ReturnType<typeof createDraftStorage>) => memory.others().map(({ entry }) => entry.patch.title)

let storage: Storage
beforeEach(() => {
  storage = aStorage()
  vi.stubGlobal('localStorage', storage.local)
})

test('each window has its own entry and reads those of others', () => {
  const [one, other, elsewhere] = [createDraftStorage('maren'), createDraftStorage('Maren'), createDraftStorage('maren-2')]
  one.write(words('One'))
  other.write(words('Other'))
  elsewhere.write(words('Another card'))
  expect(titlesLeft(one)).toEqual(['Other'])
  other.write(null)
  expect([titlesLeft(one), titlesLeft(other)]).toEqual([[], ['One']])
})

test('an entry of the previous release is read, and removed once stored elsewhere', () => {
  storage.stored.set('draft:maren', JSON.stringify(words('Before the update')))
  const memory = createDraftStorage('maren')
  expect(titlesLeft(memory)).toEqual(['Before the update'])
  memory.others()[0]?.remove()
  expect([...storage.stored.keys()]).toEqual([])
})

test('an entry that its window rewrote after it was read stays', () => {
  const [one, other] = [createDraftStorage('maren'), createDraftStorage('maren')]
  other.write(words('Half'))
  const [others] = one.others()
  other.write(words('Half a word more'))
  others?.remove()
  expect(titlesLeft(one)).toEqual(['Half a word more'])
})

test('an unreadable entry is removed, and a device without storage reports it', () => {
  storage.stored.set('draft:maren:x', '{"base":')
  expect(createDraftStorage('maren').others()).toEqual([])
  expect([...storage.stored.keys()]).toEqual([])
  vi.stubGlobal('localStorage', undefined)
  const memory = createDraftStorage('maren')
  expect([memory.others(), memory.write(words('Lost'))]).toEqual([[], false])
})
