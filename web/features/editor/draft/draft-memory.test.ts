import { beforeEach, expect, test, vi } from 'vitest'
import { aStorage, type Storage } from '../../../../tests/stand-ins/a-storage.ts'
import { draftMemory } from './draft-memory.ts'
import { readPublished } from './edited.ts'

const base = { revision: 1, published: readPublished({ title: 'Broker' }), patch: {}, faults: [], savedAt: null }
const words = (title: string) => ({ base, patch: { title } })
const titlesLeft = (memory: ReturnType<typeof draftMemory>) => memory.left().map(({ held }) => held.patch.title)

let storage: Storage
beforeEach(() => {
  storage = aStorage()
  vi.stubGlobal('localStorage', storage.local)
  return () => vi.unstubAllGlobals()
})

test('each window has its own entry, and reads those of the others', () => {
  const [one, other, elsewhere] = [draftMemory('maren'), draftMemory('Maren'), draftMemory('maren-2')]
  one.write(words('One'))
  other.write(words('Other'))
  elsewhere.write(words('Another card'))
  expect(titlesLeft(one)).toEqual(['Other'])
  other.write(null)
  expect([titlesLeft(one), titlesLeft(other)]).toEqual([[], ['One']])
})

test('an entry of the release before is read, and gone once it is stored elsewhere', () => {
  storage.kept.set('draft:maren', JSON.stringify(words('Before the update')))
  const memory = draftMemory('maren')
  expect(titlesLeft(memory)).toEqual(['Before the update'])
  memory.left()[0]?.forget()
  expect([...storage.kept.keys()]).toEqual([])
})

test('an entry that its window rewrote after it was read stays', () => {
  const [one, other] = [draftMemory('maren'), draftMemory('maren')]
  other.write(words('Half'))
  const [left] = one.left()
  other.write(words('Half a word more'))
  left?.forget()
  expect(titlesLeft(one)).toEqual(['Half a word more'])
})

test('what nobody can read goes, and a device that stores nothing says so', () => {
  storage.kept.set('draft:maren:x', '{"base":')
  expect(draftMemory('maren').left()).toEqual([])
  expect([...storage.kept.keys()]).toEqual([])
  vi.stubGlobal('localStorage', undefined)
  const memory = draftMemory('maren')
  expect([memory.left(), memory.write(words('Lost'))]).toEqual([[], false])
})
