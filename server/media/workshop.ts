import { problem } from '#server/http/problem.ts'

const benches = 2
const waitingMax = 200

/**
 * Where pictures are made: two at a time, the rest in a line. A storm of new sizes waits here and not on the thread
 * that serves pages.
 */
function createWorkshop() {
  const line: (() => void)[] = []
  let busy = 0

  async function place(): Promise<void> {
    if (busy < benches) return void busy++
    if (line.length >= waitingMax) throw problem('unavailable', { retryAfterSeconds: 2 })
    await new Promise<void>((resolve) => line.push(resolve))
  }

  return {
    async run<T>(work: () => Promise<T>): Promise<T> {
      await place()
      try {
        return await work()
      } finally {
        const next = line.shift()
        if (next) next()
        else busy--
      }
    },
  }
}

export const workshop = createWorkshop()
