import { availableParallelism } from 'node:os'
import { problem } from '#server/http/problems/problem.ts'

/** One core is left to those who read, and of Node's four threads two to files and to what is compressed. */
const benches = Math.min(2, Math.max(1, availableParallelism() - 1))
/** Each waits for some tenths of a second before it: who would wait for half a minute is asked to come back. */
const waitingMax = 100
/** Of originals, in hand, in line and on their way here: two hundred of the largest would be three gigabytes. */
const bytesMax = 256 * 1024 * 1024

/**
 * Where pictures are made: one or two at a time, the rest in a line. A storm of new sizes waits here and not on the thread
 * that serves pages.
 */
function createWorkshop() {
  const line: (() => void)[] = []
  let busy = 0
  let held = 0
  let bytesHeld = 0

  async function withRoom<T>(bytes: number, act: () => Promise<T>): Promise<T> {
    if (held >= benches + waitingMax || bytesHeld + bytes > bytesMax) throw problem('unavailable', { retryAfterSeconds: 2 })
    held++
    bytesHeld += bytes
    try {
      return await act()
    } finally {
      held--
      bytesHeld -= bytes
    }
  }

  async function atBench<T>(work: () => Promise<T>): Promise<T> {
    if (busy < benches) busy++
    else await new Promise<void>((resolve) => line.push(resolve))
    try {
      return await work()
    } finally {
      const next = line.shift()
      if (next) next()
      else busy--
    }
  }

  return {
    /** `bytes`: how large what is worked on is, for as long as it waits here. */
    run: <T>(work: () => Promise<T>, bytes = 0): Promise<T> => withRoom(bytes, () => atBench(work)),

    /** The same for what lies elsewhere: fetched once there is room for it, and not at a bench, for a storage may be slow. */
    runOn: <M, T>({ bytes, fetch, work }: { bytes: number; fetch: () => Promise<M>; work: (material: M) => Promise<T> }): Promise<T> =>
      withRoom(bytes, async () => {
        const material = await fetch()
        return atBench(() => work(material))
      }),
  }
}

export const workshop = createWorkshop()
