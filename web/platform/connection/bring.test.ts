import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { bring } from './bring.ts'

const reload = vi.fn<() => void>()
const ours = 'data-manifest="/assets/manifest-1.js"'

type Page = { typed?: string; onLine?: boolean; drawn: () => Promise<Response> }
function aPage({ typed = '', onLine = true, drawn }: Page) {
  const fields = [{ value: typed, defaultValue: '' }]
  const script = { dataset: { manifest: '/assets/manifest-1.js' } }
  vi.stubGlobal('document', { querySelector: () => script, querySelectorAll: () => fields })
  vi.stubGlobal('location', { href: 'https://carte.example/maren/home', reload })
  vi.stubGlobal('fetch', drawn)
  vi.stubGlobal('navigator', { onLine })
  const heard = new EventTarget()
  vi.stubGlobal('addEventListener', heard.addEventListener.bind(heard))
  return heard
}
/** Fails as often as it is told to, and then comes. */
function aPart(fails: number) {
  const load = vi.fn<() => Promise<string>>(async () => 'the part')
  for (let time = 0; time < fails; time++) load.mockRejectedValueOnce(new TypeError('Failed to fetch'))
  return load
}

beforeEach(() => {
  vi.useFakeTimers()
  reload.mockClear()
})
afterEach(() => void vi.unstubAllGlobals())

test('on a server a part is there at once', async () => {
  vi.stubGlobal('navigator', {})
  expect(await bring(aPart(0))).toBe('the part')
})

test('without a connection no part is asked for until requests get through', async () => {
  const drawn = vi.fn<() => Promise<Response>>(async () => new Response(ours)).mockRejectedValueOnce(new TypeError('Failed to fetch'))
  const heard = aPage({ onLine: false, drawn })
  const load = aPart(0)
  const coming = bring(load)
  await vi.advanceTimersByTimeAsync(60_000)
  heard.dispatchEvent(new Event('online'))
  await vi.advanceTimersByTimeAsync(0)
  expect(load).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1000)
  expect(await coming).toBe('the part')
})

describe('a part of the page that does not come', () => {
  test.each(['online', 'click'])('is asked for at once when it is worth a try: %s', async (kind) => {
    const heard = aPage({ drawn: () => Promise.reject(new TypeError('Failed to fetch')) })
    const load = aPart(1)
    const brought = bring(load)
    await vi.advanceTimersByTimeAsync(0)
    expect(load).toHaveBeenCalledTimes(1)
    heard.dispatchEvent(new Event(kind))
    expect(await brought).toBe('the part')
  })

  test('is asked for until it does, more and more seldom, and nobody is told of a failure', async () => {
    aPage({ drawn: () => Promise.reject(new TypeError('Failed to fetch')) })
    const load = aPart(3)
    const coming = bring(load)
    await vi.advanceTimersByTimeAsync(34_000)
    expect(load).toHaveBeenCalledTimes(3)
    await vi.advanceTimersByTimeAsync(1000)
    expect(await coming).toBe('the part')
    expect(reload).not.toHaveBeenCalled()
  })

  test.each([
    ['the server is away', 3, async () => new Response('Bad gateway', { status: 502 })],
    ['the same version runs there, which is asked once more', 1, async () => new Response(ours)],
  ])('does not load the page anew where %s', async (_, fails, drawn) => {
    aPage({ drawn })
    void bring(aPart(fails))
    await vi.advanceTimersByTimeAsync(60_000)
    expect(reload).not.toHaveBeenCalled()
  })

  test.each([
    ['loads the page anew', 'navigate', '', 1],
    ['keeps what is typed', 'navigate', 'Ada', 0],
    ['does not go round in circles', 'reload', '', 0],
  ])('%s where the server is there and the browser does not ask again (%s, “%s”)', async (_, type, typed, times) => {
    aPage({ typed, drawn: async () => new Response(ours) })
    vi.stubGlobal('performance', { getEntriesByType: () => [{ type }] })
    void bring(aPart(2))
    await vi.advanceTimersByTimeAsync(5000)
    expect(reload).toHaveBeenCalledTimes(times)
  })

  test.each([
    ['', 1],
    ['Ada', 0],
  ])('loads the page anew where another version runs there and “%s” is typed: %i', async (typed, times) => {
    aPage({ typed, drawn: async () => new Response('data-manifest="/assets/manifest-2.js"') })
    void bring(aPart(1))
    await vi.advanceTimersByTimeAsync(0)
    expect(reload).toHaveBeenCalledTimes(times)
  })
})
