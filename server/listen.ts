import { createServer, type RequestListener, type Server } from 'node:http'
import { limitConnections, type Connections } from './http/limits/connections.ts'
import { everywhere } from './http/security/headers.ts'
import { refuseBroken } from './http/pages/refuse-broken.ts'
import type { Log } from './integrations/log.ts'
import { Refusal } from './refusal.ts'
import type { Settings } from './settings.ts'

const socketLimits = {
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  keepAliveTimeout: 65_000,
  connectionsCheckingInterval: 5_000,
  maxHeaderSize: 16_384,
}
/** `localhost` means both, and browsers try one or the other first. */
const loopback = ['127.0.0.1', '::1']

/** More than a dozen browsers behind one address hold, and few enough to fit in memory; `LIMIT_FACTOR` multiplies it. */
const connectionsPerAddress = 100
const warnEveryMs = 60_000

type Answers = { listener: RequestListener; needs: { log: Log } }
type Where = Pick<Settings, 'host' | 'port' | 'publicUrl' | 'trustProxy' | 'limitFactor'>
export type Listening = { server: Server; connections: Connections }

export async function listen({ listener, needs }: Answers, where: Where): Promise<Listening[]> {
  const { host, port, publicUrl } = where
  const servers: Listening[] = []
  const extra = everywhere(publicUrl)
  const limits = { perAddressMax: perAddressMax(where), onLimit: warnOfLimit(needs.log) }
  try {
    for (const address of host === 'localhost' ? loopback : [host]) {
      const server = await listenAt(listener, address, port, extra)
      if (server) servers.push({ server, connections: limitConnections(server, limits) })
    }
  } catch (error) {
    for (const { server } of servers) server.close()
    throw error
  }
  return servers
}

/** Behind a proxy all connections come from one address: the proxy counts those of its clients. Carte itself does not speak https. */
function perAddressMax({ trustProxy, publicUrl, limitFactor }: Where): number {
  return trustProxy || publicUrl.startsWith('https:') ? Number.POSITIVE_INFINITY : Math.ceil(connectionsPerAddress * limitFactor)
}

function warnOfLimit(log: Log) {
  let warnedMs = Number.NEGATIVE_INFINITY
  return () => {
    const now = performance.now()
    if (now - warnedMs < warnEveryMs) return
    warnedMs = now
    log.warn('connections-limited', { hint: 'One address holds as many connections as it may. Behind a proxy, set TRUST_PROXY=on.' })
  }
}

/** null: a machine without IPv6 has no `::1`. */
function listenAt(listener: RequestListener, address: string, port: number, extra: readonly string[]): Promise<Server | null> {
  const server = createServer(socketLimits, listener).on('clientError', (error, socket) => refuseBroken(error, socket, extra))
  return new Promise((resolve, reject) => {
    server.once('listening', () => resolve(server))
    server.once('error', (error: NodeJS.ErrnoException) => {
      const isMissing = address === '::1' && (error.code === 'EADDRNOTAVAIL' || error.code === 'EAFNOSUPPORT')
      return isMissing ? resolve(null) : reject(refusalOf(error, address, port))
    })
    server.listen(port, address)
  })
}

function refusalOf({ code, message }: NodeJS.ErrnoException, address: string, port: number): Refusal {
  const other = port < 65_535 ? port + 1 : 3000
  if (code === 'EADDRINUSE')
    return new Refusal(`Port ${port} is taken on ${address}. Stop what uses it, or choose another: PORT=${other} npm start`)
  if (code === 'EACCES') return new Refusal(`Port ${port} may not be used by this user. Choose one above 1023: PORT=3000 npm start`)
  return new Refusal(`Nothing can listen on ${address}, port ${port} (${code ?? message}). Check HOST and PORT.`)
}
