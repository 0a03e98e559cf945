import { setTimeout as wait } from 'node:timers/promises'
import type { Listening } from './listen.ts'
import type { Log } from './integrations/log.ts'

const closeHeaderMs = 300
const graceMs = 10_000
/** For running requests and jobs, and the shutdown of the embedded database. */
const stopMaxMs = 25_000
const idleCheckMs = 50

/**
 * Resolves on Ctrl-C or a stop signal, also during the start. A second signal exits at once, and so does the timeout; neither
 * loses anything that was acknowledged.
 */
export async function stopSignal(log: Log, graceSeconds: number): Promise<void> {
  await nextSignal()
  void nextSignal().then(() => process.exit(1))
  const overdue = () => {
    log.error('stop-overdue', { afterMs: stopMaxMs })
    log.flush()
    process.exit(1)
  }
  setTimeout(overdue, graceSeconds * 1000 + stopMaxMs).unref()
}

/** Accepts no new connections and finishes running requests. */
export async function finish(servers: Listening[], log: Log, graceSeconds = 0) {
  log.info('stopping', { graceSeconds })
  // Load balancers keep sending requests until their next readiness check.
  if (graceSeconds > 0) await wait(graceSeconds * 1000)
  // Announce `connection: close` on keep-alive connections first, so that no request is cut off.
  for (const { server } of servers) server.prependListener('request', (_, response) => response.setHeader('connection', 'close'))
  await wait(closeHeaderMs)
  await Promise.all(servers.map(finishOne))
}

async function finishOne({ server, connections }: Listening) {
  // A connection that becomes idle after its response would otherwise stay open for the next request.
  const idleCheck = setInterval(() => {
    server.closeIdleConnections()
    connections.closeSilent()
  }, idleCheckMs)
  const forceClose = setTimeout(() => server.closeAllConnections(), graceMs)
  await new Promise<void>((resolve) => void server.close(() => resolve()))
  clearInterval(idleCheck)
  clearTimeout(forceClose)
}

function nextSignal(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => resolve())
  })
}
