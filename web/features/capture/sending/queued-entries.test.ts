import { describe, expect, test } from 'vitest'
import { noEntry } from '../form/entry.ts'
import { queuedMax, postponed, readQueued, toStored, withQueued, without, type QueuedEntry } from './queued-entries.ts'
import type { Outcome, Sending } from './send-entry.ts'
import { sendQueued } from './flush-outbox.ts'

const sending = (submissionId: string): Sending => ({
  ...noEntry,
  alias: 'maren',
  name: 'Tobias',
  lastName: 'Wren',
  phoneNumber: '2075550199',
  emailAddress: 't@example.com',
  submissionId,
  consentVersion: '1',
  language: 'en',
})
const queue = (...ids: string[]) => ids.reduce<QueuedEntry[]>((all, id) => withQueued(all, sending(id), 'Maren', 0) ?? all, [])

describe('queued entries', () => {
  test('are read as they were written', () => {
    const entries = queue('a', 'b')
    expect(readQueued(structuredClone(toStored(entries)), 1000)).toEqual(entries)
    expect(toStored([])).toBeUndefined()
  })

  test.each([
    undefined,
    null,
    'text',
    { version: 2, entries: queue('a') },
    { version: 1, entries: 'none' },
    { version: 1, entries: [{ alias: 'x' }, null] },
  ])('anything else in storage reads as an empty queue: %j', (found) => expect(readQueued(found, 0)).toEqual([]))

  test('an entry expires after a month', () => {
    expect(readQueued(toStored(queue('a')), 31 * 24 * 3_600_000)).toEqual([])
  })

  test('the same form is queued once, and a full queue takes no more', () => {
    const full = queue(...Array.from({ length: queuedMax }, (_, index) => `id-${index}`))
    expect(withQueued(queue('a'), sending('a'), 'Maren', 0)).toHaveLength(1)
    expect(withQueued(full, sending('another'), 'Maren', 0)).toBeNull()
    expect(withQueued(full, sending('id-3'), 'Maren', 0)).toHaveLength(queuedMax)
  })

  test('are retried with growing pauses, ten minutes at most', () => {
    let entries = queue('a')
    const waits = Array.from({ length: 12 }, () => (entries = postponed(entries, 'a', 0))[0]?.retryAt)
    expect(waits.slice(0, 3)).toEqual([10_000, 20_000, 40_000])
    expect(waits.at(-1)).toBe(600_000)
    expect(without(entries, 'a')).toEqual([])
  })
})

/** An outbox in memory, and a server with these answers. */
function aDevice(before: QueuedEntry[], answers: Record<string, Outcome>, now = 60_000) {
  let entries = before
  const results: string[] = []
  const sent: string[] = []
  const deps = {
    store: {
      read: async () => entries,
      change: async (change: (all: QueuedEntry[]) => QueuedEntry[]) => (entries = change(entries)),
    },
    now: () => now,
    send: async ({ submissionId }: QueuedEntry): Promise<Outcome> => {
      sent.push(submissionId)
      return answers[submissionId] ?? { kind: 'sent' }
    },
    onResult: ({ submissionId }: QueuedEntry, { kind }: Outcome) => void results.push(`${submissionId} ${kind}`),
  }
  return { deps, results, sent, left: () => entries.map(({ submissionId }) => submissionId) }
}

describe('flushing the outbox', () => {
  test('a sent entry is removed and reported, and the queue is empty', async () => {
    const device = aDevice(queue('a', 'b'), {})
    expect(await sendQueued(device.deps)).toBeNull()
    expect(device.left()).toEqual([])
    expect(device.results).toEqual(['a sent', 'b sent'])
  })

  test('a final error drops the entry and reports it; a temporary one waits longer', async () => {
    const device = aDevice(queue('a', 'b'), {
      a: { kind: 'refused', message: 'No.', isFinal: true, isCaptchaMissing: false },
      b: { kind: 'refused', message: 'Too many.', isFinal: false, isCaptchaMissing: false },
    })
    expect(await sendQueued(device.deps)).toBe(70_000)
    expect(device.left()).toEqual(['b'])
    expect(device.results).toEqual(['a refused'])
  })

  test('without a network the other entries wait, and none is lost', async () => {
    const device = aDevice(queue('a', 'b'), { a: { kind: 'unreachable' } })
    await sendQueued(device.deps)
    expect(device.sent).toEqual(['a'])
    expect(device.left()).toEqual(['a', 'b'])
  })

  test('an entry waits for its retry time, unless the network is back', async () => {
    const device = aDevice(queue('a'), {}, 1000)
    expect(await sendQueued(device.deps)).toBe(5000)
    expect(device.sent).toEqual([])
    expect(await sendQueued(device.deps, { everything: true })).toBeNull()
  })
})
