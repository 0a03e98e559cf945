import { availableParallelism } from 'node:os'
import { problem } from '#server/http/problems/problem.ts'
import { limitConcurrency } from '#server/common/limit-concurrency.ts'

/** Leaves one core to requests, and two of Node's four threads to files and compression. */
const workersMax = Math.min(2, Math.max(1, availableParallelism() - 1))
/** A job takes a few tenths of a second; a client that would wait half a minute gets 503 with Retry-After. */
const waitingMax = 100
/** Total bytes of originals being fetched, queued and processed. Without it, 200 of the largest would be three gigabytes. */
const bytesMax = 256 * 1024 * 1024

/** Runs image jobs one or two at a time and queues the rest, so that a burst of new sizes doesn't block page requests. */
function createImageQueue() {
  const withWorker = limitConcurrency(workersMax)
  let pending = 0
  let pendingBytes = 0

  async function withCapacity<T>(bytes: number, act: () => Promise<T>): Promise<T> {
    if (pending >= workersMax + waitingMax || pendingBytes + bytes > bytesMax) throw problem('unavailable', { retryAfterSeconds: 2 })
    pending++
    pendingBytes += bytes
    try {
      return await act()
    } finally {
      pending--
      pendingBytes -= bytes
    }
  }

  return {
    /** `bytes`: the size of the input, counted while the job is queued or running. */
    run: <T>(work: () => Promise<T>, bytes = 0): Promise<T> => withCapacity(bytes, () => withWorker(work)),

    /** The same for an input in storage: fetched once there is capacity, outside a worker because storage may be slow. */
    runOn: <M, T>({ bytes, fetch, work }: { bytes: number; fetch: () => Promise<M>; work: (input: M) => Promise<T> }): Promise<T> =>
      withCapacity(bytes, async () => {
        const input = await fetch()
        return withWorker(() => work(input))
      }),
  }
}

export const imageQueue = createImageQueue()
