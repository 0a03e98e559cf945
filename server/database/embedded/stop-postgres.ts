import { existsSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import type { Places } from './places.ts'
import { send } from './process-signals.ts'

const patienceMs = 8000
const deafMs = 2000

/**
 * In order: sessions end, everything is written. Should that take too long, at once; should even that not be heard, by force. Nothing
 * acknowledged is lost either way.
 */
export async function stopPostgres(pid: number, { pidFile }: Places) {
  const since = performance.now()
  const ways: { afterMs: number; signal: NodeJS.Signals }[] = [
    { afterMs: 0, signal: 'SIGINT' },
    { afterMs: patienceMs, signal: 'SIGQUIT' },
    { afterMs: patienceMs + deafMs, signal: 'SIGKILL' },
  ]
  while (existsSync(pidFile) && send(pid, 0)) {
    const [next] = ways
    if (next && performance.now() - since >= next.afterMs) {
      send(pid, next.signal)
      ways.shift()
    }
    await wait(5)
  }
}
