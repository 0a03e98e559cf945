import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { awaitFile, isBusy, isInUse, onBusyChange } from './is-busy.ts'

let page: EventTarget
const touch = () => {
  vi.stubGlobal('activeAt', performance.now())
  page.dispatchEvent(new Event('pointerdown'))
}

beforeEach(() => {
  vi.useFakeTimers()
  page = Object.assign(new EventTarget(), { querySelector: () => null, activeElement: null })
  vi.stubGlobal('document', page)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('PROMPT-1 no prompt opens by itself', () => {
  test('within five seconds of touch or key input; waiting ones are notified after', () => {
    expect(isBusy()).toBe(false)
    touch()
    const rested = vi.fn<() => void>()
    const unwatch = onBusyChange(rested)
    vi.advanceTimersByTime(4000)
    touch()
    vi.advanceTimersByTime(4999)
    expect([isBusy(), rested.mock.calls.length]).toEqual([true, 0])
    // One that was requested doesn't wait.
    expect(isInUse()).toBe(false)
    vi.advanceTimersByTime(1)
    expect([isBusy(), rested.mock.calls.length]).toEqual([false, 1])
    unwatch()
    touch()
    vi.advanceTimersByTime(5000)
    expect(rested).toHaveBeenCalledOnce()
  })

  test('on a page that offers a file, until its link was followed or the page was left', () => {
    class Link {
      readonly href: string
      constructor(href: string) {
        this.href = href
      }
      closest = () => this
      getAttribute = () => this.href
    }
    vi.stubGlobal('Element', Link)
    const follow = (href: string) => page.dispatchEvent(Object.defineProperty(new Event('click'), 'target', { value: new Link(href) }))
    const saved = vi.fn<() => void>()
    const unwatch = onBusyChange(saved)

    awaitFile('/maren.vcf')
    follow('/maren/home')
    vi.runAllTimers()
    expect([isBusy(), saved.mock.calls.length]).toEqual([true, 0])
    follow('/maren.vcf')
    vi.runAllTimers()
    expect([isBusy(), saved.mock.calls.length]).toEqual([false, 1])

    awaitFile('/maren.vcf')()
    expect(isBusy()).toBe(false)
    unwatch()
  })
})
