import { createServer, type RequestListener, type Server } from 'node:http'
import { openDoor, type Door } from './http/door.ts'
import { everywhere } from './http/headers.ts'
import type { KeptDesk } from './http/kept-desk.ts'
import { refuseBroken } from './http/refuse-broken.ts'
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

type Answers = { listener: RequestListener; desk: KeptDesk }
type Where = Pick<Settings, 'host' | 'port' | 'publicUrl'>
export type Listening = { server: Server; door: Door }

export async function listen(answers: Answers, { host, port, publicUrl }: Where): Promise<Listening[]> {
  const servers: Listening[] = []
  const extra = everywhere(publicUrl)
  try {
    for (const address of host === 'localhost' ? loopback : [host]) {
      const server = await listenAt(answers.listener, address, port, extra)
      if (server) servers.push({ server, door: openDoor(server, { desk: answers.desk, extra }) })
    }
  } catch (error) {
    for (const { server } of servers) server.close()
    throw error
  }
  return servers
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
