import type { Server } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import type { Log } from './outside/log.ts'

const farewellMs = 300
const graceMs = 10_000
const lookMs = 50

/** Resolves with Ctrl-C or a stop signal, also one that comes while we still start. A second one does not wait. */
export async function stopSignal(): Promise<void> {
  await nextSignal()
  void nextSignal().then(() => process.exit(1))
}

/** Takes no new work and lets what is in hand finish. */
export async function finish(servers: Server[], log: Log) {
  log.info('stopping')
  // Whoever asks on a connection that stays open is told first that it will not: nothing is cut in the middle of a question.
  for (const server of servers) server.prependListener('request', (_, response) => response.setHeader('connection', 'close'))
  await wait(farewellMs)
  await Promise.all(servers.map(finishOne))
}

async function finishOne(server: Server) {
  // A connection falls idle when its answer is out, and would then be kept for the next question.
  const look = setInterval(() => server.closeIdleConnections(), lookMs)
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
