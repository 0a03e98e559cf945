import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** What is held once everything that may go has gone, in bytes. */
export async function heapNow(): Promise<number> {
  setFlagsFromString('--expose-gc')
  const collect: unknown = runInNewContext('gc')
  if (typeof collect !== 'function') throw new Error('This runtime cannot be asked to collect.')
  for (let round = 0; round < 3; round++) {
    collect()
    await new Promise((resolve) => setImmediate(resolve))
  }
  return process.memoryUsage().heapUsed
}
