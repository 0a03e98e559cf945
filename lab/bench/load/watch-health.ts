import { fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { keptSockets } from './kept-sockets.ts'

export type Watched = { tookMs: number[]; lateMs: number }

const everyMs = 100
const here = import.meta.filename

/** Asks /healthz ten times a second from a process of its own, which nothing else keeps busy. */
export function watchHealth(url: string) {
  const watcher = fork(here, [url])
  return {
    async end(): Promise<Watched> {
      const told = once(watcher, 'message')
      watcher.send('end')
      const [watched] = (await told) as [Watched]
      return watched
    },
  }
}

async function watch(url: string) {
  const ask = keptSockets(url)
  const watched: Watched = { tookMs: [], lateMs: 0 }
  let isOver = false
  process.once('message', () => void (isOver = true))
  while (!isOver) {
    const begunMs = performance.now()
    const status = await ask('/healthz').then(
      (heard) => heard.status,
      () => 0,
    )
    watched.tookMs.push(status === 200 ? performance.now() - begunMs : Number.POSITIVE_INFINITY)
    const waitedMs = performance.now()
    await wait(everyMs)
    watched.lateMs = Math.max(watched.lateMs, performance.now() - waitedMs - everyMs)
  }
  process.send?.(watched, () => process.exit())
}

if (process.argv[1] === here) await watch(process.argv[2] ?? '')
