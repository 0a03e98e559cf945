import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Kept } from './answer-cache.ts'
import { chooseEncoding } from './compress.ts'
import { holds } from './give-kept.ts'
import type { KeptDesk } from './kept-desk.ts'
import { readPlainRequest, type PlainRequest } from './plain-request.ts'
import { createReadyBytes } from './ready-bytes.ts'
import { nextRequestId } from './request-id.ts'

/** Longer than any browser's question. What is longer, node reads. */
const plainBytesMax = 8192

type Connection = {
  socket: Socket
  /** Node's own way to its parser, once it has had to do with this connection. */
  toParser: ((chunk: Buffer) => void) | null
  /** Whether node is in the middle of something here, and whether it stays so for good. */
  isInHand: boolean
  isLeft: boolean
}
type DoorNeeds = { desk: KeptDesk; extra: readonly string[] }
export type Door = {
  /** From now on all is node's to answer, which can say that a connection ends. */
  close(): void
  /** Whoever asks nothing, and was never node's to end. */
  endIdle(): void
  /** Whoever is left, and does not read what they were given. */
  endAll(): void
}

/**
 * Stands before node's HTTP parser. A question that came whole, is strictly plain and has a kept answer is answered with one
 * write. Everything else goes to the parser, byte for byte as it came, and so does
 * all that follows on that connection until node's answer is out. The door holds no half questions and no queues.
 */
export function openDoor(server: Server, { desk, extra }: DoorNeeds): Door {
  const connectToNode = server.listeners('connection')
  const ready = createReadyBytes({ extra, keepAliveSeconds: Math.floor(server.keepAliveTimeout / 1000) })
  const connections = new Map<Socket, Connection>()
  let isClosed = false

  function welcome(socket: Socket) {
    const connection: Connection = { socket, toParser: null, isInHand: false, isLeft: false }
    connections.set(socket, connection)
    const hear = (chunk: Buffer) => answer(connection, chunk, hear)
    socket.once('close', () => connections.delete(socket))
    socket.on('data', hear).on('end', bidFarewell).on('error', ignore).on('timeout', giveUp)
    // Whoever says nothing at all is waited for as long as for the head of a question.
    socket.setTimeout(server.headersTimeout)
  }

  function answer(connection: Connection, chunk: Buffer, hear: (chunk: Buffer) => void) {
    if (connection.isInHand) connection.isLeft = true
    const isForUs = !connection.isLeft && !isClosed && chunk.length <= plainBytesMax
    const left = isForUs ? answerKept(connection, chunk) : chunk
    if (!left) return
    connection.isInHand = true
    if (!connection.toParser) introduce(connection, hear)
    connection.toParser?.(left)
  }

  /** Answers what it can; null when that was all, otherwise the bytes that are node's. */
  function answerKept(connection: Connection, chunk: Buffer): Buffer | null {
    const { socket } = connection
    const text = chunk.toString('latin1')
    for (let at = 0; at < text.length;) {
      const begunMs = performance.now()
      const plain = readPlainRequest(text, at)
      // Who does not read is not given more; node waits until they do.
      const kept = plain && !socket.writableNeedDrain ? desk.find(plain) : undefined
      if (!plain || !kept) {
        connection.isLeft = plain?.end !== text.length
        return chunk.subarray(at)
      }
      const id = nextRequestId()
      const status = write(socket, kept, plain, id)
      desk.count(id, 'GET', status, performance.now() - begunMs)
      at = plain.end
    }
    if (!connection.toParser && socket.timeout !== server.keepAliveTimeout) socket.setTimeout(server.keepAliveTimeout)
    return null
  }

  function write(socket: Socket, kept: Kept, plain: PlainRequest, id: string): number {
    const isHeld = holds(plain.ifNoneMatch, kept.etag)
    const what = isHeld ? 'unchanged' : chooseEncoding(plain.acceptEncoding)
    socket.write(ready.of(kept, what, id))
    if (socket.writableLength > 0) ready.lend(kept, what)
    return isHeld ? 304 : kept.status
  }

  /** Node takes the connection as if it were new, and we stay between it and the bytes. */
  function introduce(connection: Connection, hear: (chunk: Buffer) => void) {
    const { socket } = connection
    socket.setTimeout(0)
    socket.off('data', hear).off('end', bidFarewell).off('error', ignore).off('timeout', giveUp)
    for (const connect of connectToNode) Reflect.apply(connect, server, [socket])
    const [toParser] = socket.listeners('data')
    // With a listener beside its own, node reads through it and no longer past all of them.
    socket.on('data', hear)
    if (!toParser) return
    socket.off('data', toParser as (chunk: Buffer) => void)
    connection.toParser = (chunk) => Reflect.apply(toParser, socket, [chunk])
  }

  function comeBack({ socket }: IncomingMessage, outgoing: ServerResponse) {
    const connection = connections.get(socket)
    if (connection) outgoing.once('close', () => (connection.isInHand = false))
  }

  /** As node does at the same moments: silence before the first question is a fault, after an answer the end. */
  function giveUp(this: Socket) {
    if (this.bytesRead > 0) return void this.destroy()
    server.emit('clientError', Object.assign(new Error('Nothing was asked'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' }), this)
  }

  server.removeAllListeners('connection')
  server.on('connection', welcome).on('request', comeBack)
  return {
    close() {
      isClosed = true
    },
    endIdle() {
      for (const { socket, toParser } of connections.values()) if (!toParser && socket.writableLength === 0) socket.destroy()
    },
    endAll() {
      for (const socket of connections.keys()) socket.destroy()
    },
  }
}

function bidFarewell(this: Socket) {
  this.end()
}

function ignore() {}
