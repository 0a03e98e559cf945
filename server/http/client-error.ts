import { STATUS_CODES, type ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { problems, type ProblemName } from '#contract/problem.ts'
import { baseHeaders } from './security/headers.ts'
import { nextRequestId } from './request-id.ts'

const nameOf: Record<string, ProblemName> = {
  HPE_HEADER_OVERFLOW: 'headers-too-large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request-too-slow',
}

/** Enough to read the response. A client may keep its end open, or continue sending. */
export const lingerMs = 5000

type ClientError = NodeJS.ErrnoException & { rawPacket?: Buffer }

/**
 * Handles Node's `clientError`: the bytes could not be parsed as a request, so the response is written by hand.
 * `extra`: a flat list of further headers.
 */
export function answerClientError(error: ClientError, socket: Duplex, extra: readonly string[] = []) {
  // Node keeps the response under way there. A client that waits for it would take this one for it.
  const pending = Reflect.get(socket, '_httpMessage') as ServerResponse | null | undefined
  // The request's head was enough to answer it; only its body is broken.
  if (pending?.writableEnded && !pending.req.complete) return void endSoon(socket)
  const isAnswering = pending ? !pending.writableEnded : false
  if (error.code === 'ECONNRESET' || isAnswering || !socket.writable) return void socket.destroy()
  const name = nameOf[error.code ?? ''] ?? 'bad-request'
  const { status, title } = problems[name]
  const requestId = nextRequestId()
  const body = mayBeHead(error, socket) ? null : JSON.stringify({ type: `/problems/${name}`, title, status, requestId })
  const headers = {
    ...baseHeaders,
    'content-type': 'application/problem+json; charset=utf-8',
    ...(body === null ? {} : { 'content-length': Buffer.byteLength(body) }),
    'cache-control': 'no-store',
    'x-request-id': requestId,
    connection: 'close',
  }
  const lines = [...Object.entries(headers).flat(), ...extra].map((part, at) => (at % 2 ? `${part}\r\n` : `${part}: `))
  endSoon(socket, `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body ?? ''}`)
}

function endSoon(socket: Duplex, last = '') {
  setTimeout(() => socket.destroy(), lingerMs).unref()
  socket.end(last)
}

/**
 * The answer to HEAD must have no body, and the parser doesn't say which method it was reading. Only bytes that show the whole
 * beginning of the request prove that it is another one.
 */
function mayBeHead({ rawPacket }: ClientError, socket: Duplex): boolean {
  const text = rawPacket?.toString('latin1') ?? ''
  const isWhole = ('bytesRead' in socket && socket.bytesRead === text.length) || /^[A-Z]+ /.test(text)
  return !isWhole || /(?:^\s*|\n)HEAD /.test(text)
}
