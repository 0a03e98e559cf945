import { describe, expect, test } from 'vitest'
import { noEntry } from '../form/entry.ts'
import { keptMax, postponed, readKept, shapeOf, withKept, without, type KeptEntry } from './kept-entries.ts'
import type { Outcome, Sending } from './send-entry.ts'
import { sendKept } from './send-kept.ts'

const sending = (submissionId: string): Sending => ({
  ...noEntry,
  alias: 'maren',
  name: 'Tobias',
  lastName: 'Wren',
  phoneNumber: '1',
  emailAddress: 't@example.com',
  submissionId,
  consentVersion: '1',
  language: 'en',
})
const kept = (...ids: string[]) => ids.reduce<KeptEntry[]>((all, id) => withKept(all, sending(id), 'Maren', 0) ?? all, [])

describe('entries that wait on the device', () => {
  test('are read again as they were written', () => {
    const entries = kept('a', 'b')
    expect(readKept(structuredClone(shapeOf(entries)), 1000)).toEqual(entries)
    expect(shapeOf([])).toBeUndefined()
  })

  test.each([
    undefined,
    null,
    'text',
    { version: 2, entries: kept('a') },
    { version: 1, entries: 'none' },
    { version: 1, entries: [{ alias: 'x' }, null] },
  ])('whatever else lies there is nothing: %j', (found) => expect(readKept(found, 0)).toEqual([]))

  test('a month later nobody waits for an answer', () => {
    expect(readKept(shapeOf(kept('a')), 31 * 24 * 3_600_000)).toEqual([])
  })

  test('the same form is kept once, and a full device takes no more', () => {
    const full = kept(...Array.from({ length: keptMax }, (_, index) => `id-${index}`))
    expect(withKept(kept('a'), sending('a'), 'Maren', 0)).toHaveLength(1)
    expect(withKept(full, sending('another'), 'Maren', 0)).toBeNull()
    expect(withKept(full, sending('id-3'), 'Maren', 0)).toHaveLength(keptMax)
  })

  test('are tried ever more seldom, at least every ten minutes', () => {
    let entries = kept('a')
    const waits = Array.from({ length: 12 }, () => (entries = postponed(entries, 'a', 0))[0]?.nextOn)
    expect(waits.slice(0, 3)).toEqual([10_000, 20_000, 40_000])
    expect(waits.at(-1)).toBe(600_000)
    expect(without(entries, 'a')).toEqual([])
  })
})

/** A device in memory, and a server that answers as told. */
function aDevice(before: KeptEntry[], answers: Record<string, Outcome>, now = 60_000) {
  let entries = before
  const told: string[] = []
  const sent: string[] = []
  const needs = {
    store: {
      read: async () => entries,
      change: async (change: (all: KeptEntry[]) => KeptEntry[]) => (entries = change(entries)),
    },
    now: () => now,
    send: async ({ submissionId }: KeptEntry): Promise<Outcome> => {
      sent.push(submissionId)
      return answers[submissionId] ?? { kind: 'sent' }
    },
    tell: ({ submissionId }: KeptEntry, { kind }: Outcome) => void told.push(`${submissionId} ${kind}`),
  }
  return { needs, told, sent, left: () => entries.map(({ submissionId }) => submissionId) }
}

describe('sending what waits', () => {
  test('what arrived is removed and told, and nothing waits any more', async () => {
    const device = aDevice(kept('a', 'b'), {})
    expect(await sendKept(device.needs)).toBeNull()
    expect(device.left()).toEqual([])
    expect(device.told).toEqual(['a sent', 'b sent'])
  })

  test('what is refused for good is dropped and told; what is refused for now waits longer', async () => {
    const device = aDevice(kept('a', 'b'), {
      a: { kind: 'refused', message: 'No.', isFinal: true, isProofless: false },
      b: { kind: 'refused', message: 'Too many.', isFinal: false, isProofless: false },
    })
    expect(await sendKept(device.needs)).toBe(70_000)
    expect(device.left()).toEqual(['b'])
    expect(device.told).toEqual(['a refused'])
  })

  test('without a network the others are not tried, and none is lost', async () => {
    const device = aDevice(kept('a', 'b'), { a: { kind: 'unreachable' } })
    await sendKept(device.needs)
    expect(device.sent).toEqual(['a'])
    expect(device.left()).toEqual(['a', 'b'])
  })

  test('one whose turn has not come waits, unless the network has just come back', async () => {
    const device = aDevice(kept('a'), {}, 1000)
    expect(await sendKept(device.needs)).toBe(5000)
    expect(device.sent).toEqual([])
    expect(await sendKept(device.needs, { everything: true })).toBeNull()
  })
})
