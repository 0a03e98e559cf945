import { beforeEach, describe, expect, test, vi } from 'vitest'
import { importWithRetry } from './import-with-retry.ts'

const reload = vi.fn<() => void>()
const currentPage = 'data-manifest="/assets/manifest-1.js"'

type Page = { typed?: string; onLine?: boolean; fetchPage: () => Promise<Response> }
function aPage({ typed = '', onLine = true, fetchPage }: Page) {
  const fields = [{ value: typed, defaultValue: '' }]
  const script = { dataset: { manifest: '/assets/manifest-1.js' } }
  vi.stubGlobal('document', { querySelector: () => script, querySelectorAll: () => fields })
  vi.stubGlobal('location', { href: 'https://carte.example/maren/home', reload })
  vi.stubGlobal('fetch', fetchPage)
  vi.stubGlobal('navigator', { onLine })
  const events = new EventTarget()
  vi.stubGlobal('addEventListener', events.addEventListener.bind(events))
  return events
}
/** An import that fails this often before it succeeds. */
function aPart(fails: number) {
  const load = vi.fn<() => Promise<string>>(async () => 'the part')
  for (let time = 0; time < fails; time++) load.mockRejectedValueOnce(new TypeError('Failed to fetch'))
  return load
}

beforeEach(() => {
  vi.useFakeTimers()
  reload.mockClear()
})

test('on the server a module loads at once', async () => {
  vi.stubGlobal('navigator', {})
  expect(await importWithRetry(aPart(0))).toBe('the part')
})

test('without a connection nothing is imported until requests get through', async () => {
  const fetchPage = vi
    .fn<() => Promise<Response>>(async () => new Response(currentPage))
    .mockRejectedValueOnce(new TypeError('Failed to fetch'))
  const events = aPage({ onLine: false, fetchPage })
  const load = aPart(0)
  const result = importWithRetry(load)
  await vi.advanceTimersByTimeAsync(60_000)
  events.dispatchEvent(new Event('online'))
  await vi.advanceTimersByTimeAsync(0)
  expect(load).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1000)
  expect(await result).toBe('the part')
})

describe('a failing import', () => {
  test.each(['online', 'click'])('is retried at once on %s', async (kind) => {
    const events = aPage({ fetchPage: () => Promise.reject(new TypeError('Failed to fetch')) })
    const load = aPart(1)
    const result = importWithRetry(load)
    await vi.advanceTimersByTimeAsync(0)
    expect(load).toHaveBeenCalledTimes(1)
    events.dispatchEvent(new Event(kind))
    expect(await result).toBe('the part')
  })

  test('is retried with growing pauses until it succeeds, and never rejects', async () => {
    aPage({ fetchPage: () => Promise.reject(new TypeError('Failed to fetch')) })
    const load = aPart(3)
    const result = importWithRetry(load)
    await vi.advanceTimersByTimeAsync(34_000)
    expect(load).toHaveBeenCalledTimes(3)
    await vi.advanceTimersByTimeAsync(1000)
    expect(await result).toBe('the part')
    expect(reload).not.toHaveBeenCalled()
  })

  test.each([
    ['the server is away', 3, async () => new Response('Bad gateway', { status: 502 })],
    ['the same version runs there, which is asked once more', 1, async () => new Response(currentPage)],
  ])('does not reload the page where %s', async (_, fails, fetchPage) => {
    aPage({ fetchPage })
    void importWithRetry(aPart(fails))
    await vi.advanceTimersByTimeAsync(60_000)
    expect(reload).not.toHaveBeenCalled()
  })

  test.each([
    ['reloads the page', 'navigate', '', 1],
    ['keeps what is typed', 'navigate', 'Ada', 0],
    ['does not go round in circles', 'reload', '', 0],
  ])('%s if the server answers but the browser does not retry (%s, “%s”)', async (_, type, typed, times) => {
    aPage({ typed, fetchPage: async () => new Response(currentPage) })
    vi.stubGlobal('performance', { getEntriesByType: () => [{ type }] })
    void importWithRetry(aPart(2))
    await vi.advanceTimersByTimeAsync(5000)
    expect(reload).toHaveBeenCalledTimes(times)
  })

  test.each([
    ['', 1],
    ['Ada', 0],
  ])('reloads for another version while “%s” is typed: %i', async (typed, times) => {
    aPage({ typed, fetchPage: async () => new Response('data-manifest="/assets/manifest-2.js"') })
    void importWithRetry(aPart(1))
    await vi.advanceTimersByTimeAsync(0)
    expect(reload).toHaveBeenCalledTimes(times)
  })
})
