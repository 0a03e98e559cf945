import { availableParallelism } from 'node:os'
import { problem } from '#server/http/problem.ts'

/** One core is left to those who read, and of Node's four threads two to files and to what is compressed. */
const benches = Math.min(2, Math.max(1, availableParallelism() - 1))
/** Each waits for some tenths of a second before it: who would wait for half a minute is asked to come back. */
const waitingMax = 100
/** Of originals, in hand and in line: two hundred of the largest would be three gigabytes. */
const bytesMax = 256 * 1024 * 1024

/**
 * Where pictures are made: one or two at a time, the rest in a line. A storm of new sizes waits here and not on the thread
 * that serves pages.
 */
function createWorkshop() {
  const line: (() => void)[] = []
  let busy = 0
  let bytesHeld = 0

  async function place(bytes: number): Promise<void> {
    const isFull = busy >= benches && line.length >= waitingMax
    if (isFull || bytesHeld + bytes > bytesMax) throw problem('unavailable', { retryAfterSeconds: 2 })
    bytesHeld += bytes
    if (busy < benches) return void busy++
    await new Promise<void>((resolve) => line.push(resolve))
  }

  return {
    /** `bytes`: how large what is worked on is, for as long as it waits here. */
    async run<T>(work: () => Promise<T>, bytes = 0): Promise<T> {
      await place(bytes)
      try {
        return await work()
      } finally {
        bytesHeld -= bytes
        const next = line.shift()
        if (next) next()
        else busy--
      }
    },
  }
}

export const workshop = createWorkshop()
