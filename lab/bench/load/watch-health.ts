import { fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { keepAliveSockets } from './keep-alive-sockets.ts'

export type HealthSamples = { tookMs: number[]; delayMs: number }

const everyMs = 100
const here = import.meta.filename

/** Requests /healthz ten times a second from a separate, idle process. */
export function watchHealth(url: string) {
  const watcher = fork(here, [url])
  return {
    async end(): Promise<HealthSamples> {
      const ended = once(watcher, 'message')
      watcher.send('end')
      const [watched] = (await ended) as [HealthSamples]
      return watched
    },
  }
}

async function watch(url: string) {
  const ask = keepAliveSockets(url)
  const watched: HealthSamples = { tookMs: [], delayMs: 0 }
  let isOver = false
  process.once('message', () => void (isOver = true))
  while (!isOver) {
    const startedMs = performance.now()
    const status = await ask('/healthz').then(
      (response) => response.status,
      () => 0,
    )
    watched.tookMs.push(status === 200 ? performance.now() - startedMs : Number.POSITIVE_INFINITY)
    const waitedMs = performance.now()
    await wait(everyMs)
    watched.delayMs = Math.max(watched.delayMs, performance.now() - waitedMs - everyMs)
  }
  process.send?.(watched, () => process.exit())
}

if (process.argv[1] === here) await watch(process.argv[2] ?? '')
