import { setTimeout as wait } from 'node:timers/promises'
import type { Listening } from './listen.ts'
import type { Log } from './integrations/log.ts'

const farewellMs = 300
const graceMs = 10_000
/** Requests in hand, jobs in hand, and the embedded database writing everything down. */
const longestMs = 25_000
const lookMs = 50

/**
 * Resolves with Ctrl-C or a stop signal, also one that comes while we still start. A second one does not wait, and what is not
 * over by then is cut: nothing acknowledged is lost either way.
 */
export async function stopSignal(log: Log, graceSeconds: number): Promise<void> {
  await nextSignal()
  void nextSignal().then(() => process.exit(1))
  const overdue = () => {
    log.error('stop-overdue', { afterMs: longestMs })
    log.flush()
    process.exit(1)
  }
  setTimeout(overdue, graceSeconds * 1000 + longestMs).unref()
}

/** Takes no new work and lets what is in hand finish. */
export async function finish(servers: Listening[], log: Log, graceSeconds = 0) {
  log.info('stopping', { graceSeconds })
  // Balancers that ask whether we are ready need a while to hear the no; until then they send visitors.
  if (graceSeconds > 0) await wait(graceSeconds * 1000)
  // Whoever asks on a connection that stays open is told first that it will not: nothing is cut in the middle of a question.
  for (const { server } of servers) server.prependListener('request', (_, response) => response.setHeader('connection', 'close'))
  await wait(farewellMs)
  await Promise.all(servers.map(finishOne))
}

async function finishOne({ server, connections }: Listening) {
  // A connection falls idle when its answer is out, and would then be kept for the next question.
  const look = setInterval(() => {
    server.closeIdleConnections()
    connections.closeSilent()
  }, lookMs)
  const cut = setTimeout(() => server.closeAllConnections(), graceMs)
  await new Promise<void>((resolve) => void server.close(() => resolve()))
  clearInterval(look)
  clearTimeout(cut)
}

function nextSignal(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => resolve())
  })
}
