import { setTimeout as wait } from 'node:timers/promises'

/** The answer, if it comes within that time: a server that was stopped, not ended, says nothing at all. */
export async function soon<T>(answer: Promise<T>, ms: number): Promise<T> {
  const over = new AbortController()
  try {
    return await Promise.race([answer, wait(ms, undefined, { ref: false, signal: over.signal }).then(giveUp)])
  } finally {
    over.abort()
  }
}

/** In the driver's own words, so that it is known for what it is. */
function giveUp(): never {
  throw new Error('Query read timeout')
}
