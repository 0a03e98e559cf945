import type { Server } from 'node:http'
import type { Log } from './outside/log.ts'

const graceMs = 10_000

/** Waits for Ctrl-C or a stop signal, takes no new work, and lets what is in hand finish. A second signal does not wait. */
export async function stopOnSignal(server: Server, log: Log): Promise<void> {
  await new Promise<void>((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve())
  })
  log.info('stopping')
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))
  const cut = setTimeout(() => server.closeAllConnections(), graceMs).unref()
  await new Promise<void>((resolve) => {
    server.close(() => resolve())
    server.closeIdleConnections()
  })
  clearTimeout(cut)
}
