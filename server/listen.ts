import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import { limitConnections, type Connections } from './http/limits/limit-connections.ts'
import { extraHeadersOf } from './http/security/headers.ts'
import { answerClientError } from './http/client-error.ts'
import type { Log } from './integrations/log.ts'
import { UserError } from './common/user-error.ts'
import type { Settings } from './settings.ts'

const socketLimits = {
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  keepAliveTimeout: 65_000,
  connectionsCheckingInterval: 5_000,
  maxHeaderSize: 16_384,
}
/** `localhost` means both addresses, and browsers try either first. */
const loopback = ['127.0.0.1', '::1']

/** More than a dozen browsers behind one address open, and few enough to fit in memory; `LIMIT_FACTOR` multiplies it. */
const connectionsPerAddress = 100
const warnEveryMs = 60_000

type Handler = { listener: RequestListener; deps: { log: Log } }
type ListenOptions = Pick<Settings, 'host' | 'port' | 'publicUrl' | 'trustProxy' | 'limitFactor'>
export type Listening = { server: Server; connections: Connections }

export async function listen({ listener, deps }: Handler, options: ListenOptions): Promise<Listening[]> {
  const { host, port, publicUrl } = options
  const servers: Listening[] = []
  const extra = extraHeadersOf(publicUrl)
  const limits = { perAddressMax: perAddressMax(options), onLimit: warnOfLimit(deps.log) }
  try {
    for (const address of addressesOf(host)) {
      const server = await listenAt(listener, address, port, extra)
      if (server) servers.push({ server, connections: limitConnections(server, limits) })
    }
  } catch (error) {
    for (const { server } of servers) server.close()
    throw error
  }
  return servers
}

/** Before a database is made for a server that then can't listen. */
export async function refuseUsedPort({ host, port }: Pick<Settings, 'host' | 'port'>): Promise<void> {
  for (const address of addressesOf(host)) {
    const server = await listenAt(() => {}, address, port, [])
    if (server) await once(server.close(), 'close')
  }
}

/** Answers health checks while a start migrates a database in use, which can take minutes: alive, and not ready. */
export async function listenWhileMigrating(options: Pick<Settings, 'host' | 'port'>, file: string): Promise<AsyncDisposable> {
  const handle: RequestListener = ({ url }, response) => {
    const isAlive = url === '/healthz'
    const headers = { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' }
    response.writeHead(isAlive ? 200 : 503, isAlive ? headers : { ...headers, 'retry-after': '5' })
    response.end(isAlive ? 'alive\n' : `an update is migrating the database (${file})\n`)
  }
  const servers: Server[] = []
  const close = async () => {
    const closed = servers.map((server) => once(server.close(), 'close'))
    for (const server of servers) server.closeAllConnections()
    await Promise.all(closed)
  }
  try {
    for (const address of addressesOf(options.host)) {
      const server = await listenAt(handle, address, options.port, [])
      if (server) servers.push(server)
    }
  } catch (error) {
    await close()
    throw error
  }
  return { [Symbol.asyncDispose]: close }
}

const addressesOf = (host: string) => (host === 'localhost' ? loopback : [host])

/** Unlimited behind a proxy, where all connections come from one address. An https PUBLIC_URL implies a proxy, since Carte itself serves http. */
function perAddressMax({ trustProxy, publicUrl, limitFactor }: ListenOptions): number {
  return trustProxy || publicUrl.startsWith('https:') ? Number.POSITIVE_INFINITY : Math.ceil(connectionsPerAddress * limitFactor)
}

function warnOfLimit(log: Log) {
  let warnedMs = Number.NEGATIVE_INFINITY
  return () => {
    const now = performance.now()
    if (now - warnedMs < warnEveryMs) return
    warnedMs = now
    log.warn('connections-limited', {
      hint: 'One client address has reached its limit of connections. Behind a proxy, set TRUST_PROXY=on.',
    })
  }
}

/** Null if the machine has no IPv6, and so no `::1`. */
function listenAt(listener: RequestListener, address: string, port: number, extra: readonly string[]): Promise<Server | null> {
  const server = createServer(socketLimits, listener).on('clientError', (error, socket) => answerClientError(error, socket, extra))
  return new Promise((resolve, reject) => {
    server.once('listening', () => resolve(server))
    server.once('error', (error: NodeJS.ErrnoException) => {
      const isMissing = address === '::1' && (error.code === 'EADDRNOTAVAIL' || error.code === 'EAFNOSUPPORT')
      return isMissing ? resolve(null) : reject(listenError(error, address, port))
    })
    server.listen(port, address)
  })
}

function listenError({ code, message }: NodeJS.ErrnoException, address: string, port: number): UserError {
  const other = port < 65_535 ? port + 1 : 3000
  if (code === 'EADDRINUSE')
    return new UserError(
      `Port ${port} on ${address} is already in use. Stop the other program, or choose another port: PORT=${other} npm start`,
    )
  if (code === 'EACCES') return new UserError(`You do not have permission to use port ${port}. Choose one above 1023: PORT=3000 npm start`)
  return new UserError(`Cannot listen on ${address}, port ${port} (${code ?? message}). Check HOST and PORT.`)
}
