import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { eventually } from './eventually.ts'

const stepMs = 50

/**
 * Stops the page's clock before its first script, so that nothing happens by itself, however long the machine takes. The next
 * page starts stopped, too. Call it before opening a page.
 */
export async function stopClock(page: Page) {
  const now = Date.now()
  await page.clock.install({ time: now })
  await page.clock.pauseAt(now + 1000)
  await page.addInitScript(recordTimers)

  /** In small steps: React shows what has loaded after timers of its own. */
  const runUntil = (condition: () => Promise<boolean>) =>
    eventually(async () => {
      await page.clock.runFor(stepMs)
      expect(await condition()).toBe(true)
    })
  return {
    runUntil,
    /** Runs until the page has started a timer of this length. At most 50 ms of it have passed. */
    timer: (ms: number) =>
      runUntil(() => page.evaluate((length) => (Reflect.get(window, 'startedTimers') as number[]).includes(length), ms)),
    runFor: (ms: number) => page.clock.runFor(ms),
    resume: () => page.clock.resume(),
  }
}

/** Stops a clock that `page.clock.install` let run. It jumps by a minute first: timers that were running end. */
export const stopClockNow = async (page: Page) => page.clock.pauseAt(await page.evaluate(() => Date.now() + 60_000))

/** Runs in the page. */
function recordTimers() {
  const lengths: number[] = []
  Reflect.set(window, 'startedTimers', lengths)
  const start = window.setTimeout
  window.setTimeout = Object.assign((...started: Parameters<typeof start>) => {
    lengths.push(started[1] ?? 0)
    return start(...started)
  }, start)
}
