import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { networkOf } from '../visitor.ts'

/** A client that reads nothing of its response for this long is disconnected. Node checks twice, so after 30 seconds at most. */
const stalledMs = 15_000

type Options = { perAddressMax: number; onLimit?: () => void }
export type Connections = {
  /** Closes connections that never sent a request; Node does not count them as idle. */
  closeSilent(): void
}

/**
 * Bounds what clients can hold open: by time, when they do not read their answers, and by count for each address. A new
 * connection from an address at its limit takes the place of an idle one, so that people behind one address are still served;
 * while all of them are busy it is refused.
 */
export function limitConnections(server: Server, { perAddressMax, onLimit = () => {} }: Options): Connections {
  const byAddress = new Map<string, Set<Socket>>()
  server.timeout = stalledMs

  // Refused: the server's end is closed. Between requests: the socket's timeout is the keep-alive time, not the server's own timeout.
  const isIdle = (socket: Socket) => socket.writableFinished || (socket.timeout !== server.timeout && socket.writableLength === 0)

  function count(socket: Socket) {
    const address = networkOf(socket.remoteAddress ?? '')
    const open = byAddress.get(address) ?? new Set()
    if (open.size >= perAddressMax) {
      onLimit()
      const idle = [...open].find(isIdle)
      if (!idle) return void socket.destroy()
      open.delete(idle)
      idle.destroy()
    }
    byAddress.set(address, open.add(socket))
    socket.once('close', () => {
      open.delete(socket)
      if (open.size === 0 && byAddress.get(address) === open) byAddress.delete(address)
    })
  }

  server.prependListener('connection', count)
  server.on('timeout', (socket) => {
    // The client has read everything: the server is still working, within limits of its own.
    if (socket.timeout === server.timeout && socket.writableLength === 0) socket.setTimeout(server.timeout)
    else socket.destroy()
  })

  return {
    closeSilent() {
      for (const open of byAddress.values()) for (const socket of open) if (socket.bytesRead === 0) socket.destroy()
    },
  }
}

/** Browsers and proxies wait for an answer before the next request. Node parses all requests of one read, which can be thousands. */
export const pipelinedMax = 32

/** Disconnects a client that pipelines more requests than that. False for the request over the limit and those after it. */
export function limitPipelining() {
  const queued = new WeakMap<Socket, number>()
  function answered(this: ServerResponse) {
    const { socket } = this.req
    queued.set(socket, (queued.get(socket) ?? 1) - 1)
  }

  return ({ socket }: IncomingMessage, outgoing: ServerResponse): boolean => {
    // Node assigns a response its socket once earlier ones are sent: clients that do not pipeline are never counted.
    if (outgoing.socket) return true
    const waiting = queued.get(socket) ?? 0
    // One more request is being answered and is not counted.
    if (waiting >= pipelinedMax - 1) {
      socket.destroy()
      return false
    }
    queued.set(socket, waiting + 1)
    outgoing.once('close', answered)
    return true
  }
}
