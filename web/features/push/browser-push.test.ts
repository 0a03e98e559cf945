import { describe, expect, test, vi } from 'vitest'
import { exchange, subscribeUnder } from './browser-push.ts'
import { keyBytes } from './push-keys.ts'

const today = 'AQID'
const aSubscription = (key: string, endpoint = 'https://push.example/1') => ({
  endpoint,
  options: { applicationServerKey: keyBytes(key).buffer },
  unsubscribe: vi.fn<() => Promise<boolean>>(async () => true),
})

function aBrowser({
  before = null,
  subscribe = async () => aSubscription(today),
}: { before?: unknown; subscribe?: () => Promise<unknown> } = {}) {
  const registration = {
    pushManager: { getSubscription: async () => before, subscribe: vi.fn<(options: unknown) => Promise<unknown>>(subscribe) },
  }
  const register = vi.fn<(address: string, options: object) => Promise<unknown>>(async () => registration)
  vi.stubGlobal('window', {})
  vi.stubGlobal('navigator', {
    serviceWorker: { getRegistration: async () => registration, register, ready: Promise.resolve(registration) },
  })
  return { register, subscribe: registration.pushManager.subscribe }
}

describe('NOTE-2 subscribing', () => {
  test('registers the worker, and subscribes with the server’s key', async () => {
    const { register, subscribe } = aBrowser()
    await subscribeUnder(today)
    expect(register).toHaveBeenCalledWith('/service-worker.js', { scope: '/', updateViaCache: 'none' })
    expect(subscribe).toHaveBeenCalledWith({ userVisibleOnly: true, applicationServerKey: keyBytes(today) })
  })

  test('keeps an existing subscription', async () => {
    const before = aSubscription(today)
    const { subscribe } = aBrowser({ before })
    expect(await subscribeUnder(today)).toBe(before)
    expect(subscribe).not.toHaveBeenCalled()
  })

  test('replaces a subscription with an old key', async () => {
    const before = aSubscription('CQkJ')
    const { subscribe } = aBrowser({ before })
    await subscribeUnder(today)
    expect(before.unsubscribe).toHaveBeenCalledOnce()
    expect(subscribe).toHaveBeenCalledOnce()
  })

  test('uses a subscription that another window made meanwhile', async () => {
    const [over, made] = [aSubscription(today), aSubscription(today, 'https://push.example/2')]
    const { subscribe } = aBrowser({ before: made })
    expect(await exchange(over as unknown as PushSubscription, today)).toBe(made)
    expect([made.unsubscribe, subscribe].map((one) => one.mock.calls.length)).toEqual([0, 0])
  })

  test('two windows replace it one after the other, and the second uses the first’s', async () => {
    const over = aSubscription(today)
    let current: object | null = over
    over.unsubscribe.mockImplementation(async () => {
      current = null
      return true
    })
    const subscribe = vi.fn<() => Promise<object>>(async () => (current ??= aSubscription(today, 'https://push.example/2')))
    const registration = { pushManager: { getSubscription: async () => current, subscribe } }
    const known = async () => registration
    let last: Promise<unknown> = Promise.resolve()
    const request = (_name: string, act: () => Promise<unknown>) => (last = last.then(act))
    const serviceWorker = { getRegistration: known, register: known, ready: known() }
    vi.stubGlobal('window', {})
    vi.stubGlobal('navigator', { serviceWorker, locks: { request } })
    const expired = over as unknown as PushSubscription
    const [first, second] = await Promise.all([exchange(expired, today), exchange(expired, today)])
    expect(first).toMatchObject({ endpoint: 'https://push.example/2' })
    expect(second).toBe(first)
    expect(subscribe).toHaveBeenCalledOnce()
  })

  test('fails if the push service never answers', async () => {
    aBrowser({ subscribe: () => new Promise(() => {}) })
    await expect(subscribeUnder(today, 5)).rejects.toThrow('did not answer')
  })
})
