import type { Challenge } from 'altcha-lib/types'
import { trustedScriptUrl } from '../../../platform/trusted-script-url.ts'
import type { Solution } from './solve.ts'
// oxlint-disable-next-line import/default -- Vite resolves `?worker&url` to the address of the built file
import workerUrl from './solve.worker.ts?worker&url'

const workersMax = 2
const timeoutMs = 60_000

/** Solves in up to two workers, depending on cores; without workers, in the page. */
export async function solveInWorkers(challenge: Challenge): Promise<Solution> {
  const step = Math.min(workersMax, navigator.hardwareConcurrency || 1)
  const workers: Worker[] = []
  try {
    const shares = Array.from({ length: step }, (_, start) => share({ challenge, counterStart: start, counterStep: step }))
    return await Promise.any(shares)
  } catch {
    const { solve } = await import('./solve.ts')
    const solution = await solve({ challenge, counterStart: 0, counterStep: 1 })
    if (!solution) throw new Error('The challenge could not be solved.')
    return solution
  } finally {
    for (const worker of workers) worker.terminate()
  }

  function share(part: { challenge: Challenge; counterStart: number; counterStep: number }): Promise<Solution> {
    return new Promise((resolve, reject) => {
      const worker = new Worker(trustedScriptUrl('captcha', workerUrl))
      workers.push(worker)
      const timer = setTimeout(reject, timeoutMs)
      worker.onmessage = ({ data }: MessageEvent<{ solution?: Solution | null }>) => {
        clearTimeout(timer)
        if (data.solution) resolve(data.solution)
        else reject(new Error('This worker found nothing.'))
      }
      worker.onerror = reject
      worker.postMessage(part)
    })
  }
}
