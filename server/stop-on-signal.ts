import type { Server } from 'node:http'
import type { Log } from './outside/log.ts'

const graceMs = 10_000
const lookMs = 50

/** Waits for Ctrl-C or a stop signal, takes no new work, and lets what is in hand finish. A second signal does not wait. */
export async function stopOnSignal(servers: Server[], log: Log): Promise<void> {
  await nextSignal()
  log.info('stopping')
  void nextSignal().then(() => process.exit(1))
  await Promise.all(servers.map(finish))
}

function nextSignal(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => resolve())
  })
}

async function finish(server: Server) {
  // A connection falls idle when its answer is out, and would then be kept for the next question.
  const look = setInterval(() => server.closeIdleConnections(), lookMs)
  const cut = setTimeout(() => server.closeAllConnections(), graceMs)
  await new Promise<void>((resolve) => void server.close(() => resolve()))
  clearInterval(look)
  clearTimeout(cut)
}
