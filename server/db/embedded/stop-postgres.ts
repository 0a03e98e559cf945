import { existsSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import type { Places } from './places.ts'
import { send } from './process-signals.ts'

const patienceMs = 8000

/** In order: sessions end, everything is written. Should that take too long, at once: nothing acknowledged is lost either way. */
export async function stopPostgres(pid: number, { pidFile }: Places) {
  const since = Date.now()
  let signal: NodeJS.Signals = 'SIGINT'
  send(pid, signal)
  while (existsSync(pidFile) && send(pid, 0)) {
    if (signal === 'SIGINT' && Date.now() - since > patienceMs) send(pid, (signal = 'SIGQUIT'))
    await wait(5)
  }
}
