import { expect, test, vi } from 'vitest'
import { restorePartBytes } from '#contract/restore-choices.ts'
import type { RestoreState } from '#contract/restore.ts'
import { uploadParts } from './restore-client.ts'

const bytes = 2 * restorePartBytes + 1
const begun: RestoreState = {
  state: 'receiving',
  id: 'one',
  bytes,
  received: 0,
  isSealed: false,
  issue: null,
  version: '',
  space: null,
  step: 'check',
  share: 0,
  backup: null,
}

const date = 'Mon, 01 Jun 2026 12:00:00 GMT'
test.each<[number, Record<string, string>]>([
  [429, { 'retry-after': '3' }],
  [503, { 'retry-after': 'Mon, 01 Jun 2026 12:00:03 GMT', date }],
])('a %i is waited out with a countdown; the upload continues with code and cookies', async (status, headers) => {
  vi.useFakeTimers()
  const sent: { at: number; code: string | null; credentials: unknown }[] = []
  vi.stubGlobal('fetch', async (address: string, init: RequestInit) => {
    const at = Number(new URL(address, 'http://cards.test').searchParams.get('at'))
    sent.push({ at, code: new Headers(init.headers).get('x-setup-code'), credentials: init.credentials ?? 'same-origin' })
    if (sent.length === 2) return new Response(null, { status, headers })
    const received = Math.min(bytes, at + restorePartBytes)
    // A body is not read by the clock of this test.
    return Object.assign(new Response(), {
      json: async () => ({ ...begun, received, state: received === bytes ? 'received' : 'receiving' }),
    })
  })
  const waits: number[] = []
  const { signal } = new AbortController()
  const file = new Blob([new Uint8Array(bytes)])
  const done = uploadParts(begun, { setupCode: 'AAAA', file, signal, onState: () => {}, onWait: (seconds) => waits.push(seconds) })
  await vi.advanceTimersByTimeAsync(2999)
  expect([waits, sent.length]).toEqual([[3, 2, 1], 2])
  await vi.advanceTimersByTimeAsync(1)
  expect((await done).state).toBe('received')
  expect(waits).toEqual([3, 2, 1, 0])
  const part = (at: number) => ({ at, code: 'AAAA', credentials: 'same-origin' })
  expect(sent).toEqual([0, restorePartBytes, restorePartBytes, 2 * restorePartBytes].map(part))
})

test('a lost connection shows no wait; canceling ends the upload', async () => {
  vi.useFakeTimers()
  let calls = 0
  vi.stubGlobal('fetch', async () => {
    calls++
    throw new TypeError('Failed to fetch')
  })
  const canceling = new AbortController()
  const waits: number[] = []
  const onWait = (seconds: number) => waits.push(seconds)
  const { signal } = canceling
  const done = uploadParts(begun, { setupCode: 'AAAA', file: new Blob(['x']), signal, onState: () => {}, onWait })
  const outcome = done.then(() => 'done', String)
  await vi.advanceTimersByTimeAsync(2000)
  expect([calls, waits]).toEqual([2, [0]])
  canceling.abort()
  await vi.advanceTimersByTimeAsync(1000)
  expect([await outcome, calls]).toEqual([expect.stringContaining('aborted'), 2])
})
