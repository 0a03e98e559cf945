import { beforeEach, expect, test, vi } from 'vitest'
import { aDeviceStore } from '../../../tests/stand-ins/device-store.ts'
import { changeValue, readValue } from './device-store.ts'

beforeEach(() => void vi.useFakeTimers())

test('an unresponsive store reads as empty after 2.5 s until it answers', async () => {
  const requests: { onsuccess?: () => void; result?: { close(): void } }[] = []
  const open = () => {
    const request = {}
    requests.push(request)
    return request
  }
  vi.stubGlobal('indexedDB', { open })
  const first = readValue('name')
  await vi.advanceTimersByTimeAsync(2500)
  expect(await first).toBeUndefined()
  expect(await changeValue('name', () => 'Ada')).toBeUndefined()
  expect(requests).toHaveLength(1)

  const close = vi.fn<() => void>()
  Object.assign(requests[0] ?? {}, { result: { close } })
  requests[0]?.onsuccess?.()
  expect(close).toHaveBeenCalledOnce()
  vi.stubGlobal('indexedDB', aDeviceStore(new Map<unknown, unknown>([['name', 'Ada']])).indexedDB)
  const read = readValue('name')
  await vi.runAllTimersAsync()
  expect(await read).toBe('Ada')
})
