import { problem } from '#server/http/problem.ts'

const benches = 2
const waitingMax = 200
/** Of originals, in hand and in line: two hundred of the largest would be three gigabytes. */
const bytesMax = 256 * 1024 * 1024

/**
 * Where pictures are made: two at a time, the rest in a line. A storm of new sizes waits here and not on the thread
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
