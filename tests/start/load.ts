import { setTimeout as wait } from 'node:timers/promises'
import { expect } from 'vitest'
import { isProblem } from '#contract/api.ts'

const pauseMs = 20

/** Repeats each act until it is stopped. `acknowledged` gets the names of stored contacts that they return, `statuses` those of refusals. */
export function aLoad(acts: readonly (() => Promise<string | void>)[]) {
  const [acknowledged, statuses]: [string[], number[]] = [[], []]
  let isOver = false
  async function repeat(act: () => Promise<string | void>) {
    while (!isOver) {
      try {
        const name = await act()
        if (name) acknowledged.push(name)
      } catch (error) {
        if (!isProblem(error)) throw error
        statuses.push(error.problem.status)
      }
      await wait(pauseMs)
    }
  }
  const loading = acts.map(repeat)
  return {
    acknowledged,
    statuses,
    /** Resolves after this many further acknowledged contacts. */
    more: (many: number) => {
      const until = acknowledged.length + many
      return expect.poll(() => acknowledged.length, { timeout: 60_000, interval: 10 }).toBeGreaterThanOrEqual(until)
    },
    async stop() {
      isOver = true
      await Promise.all(loading)
    },
  }
}
