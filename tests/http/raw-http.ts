import { connect, type AddressInfo } from 'node:net'
import type { Server } from 'node:http'

// Every server in these tests listens.
export const portOf = (server: Server) => (server.address() as AddressInfo).port

type Piece = string | null | (() => Promise<unknown>)

/**
 * Sends raw bytes piece by piece, as no HTTP client would; `null` ends the request, and a function runs before the
 * next piece. Returns everything received until the other side closed.
 */
export function sendRaw(port: number, ...pieces: Piece[]): Promise<string> {
  return new Promise((resolve, reject) => {
    let received = ''
    const left = [...pieces]
    const socket = connect(port, '127.0.0.1')
    socket.setNoDelay(true)
    const runThenContinue = async (act: () => Promise<unknown>) => {
      await act()
      next()
    }
    const next = () => {
      const piece = left.shift()
      if (typeof piece === 'function') runThenContinue(piece).catch(reject)
      else if (piece === null) socket.end()
      else if (piece !== undefined) socket.write(piece, 'latin1', () => setImmediate(next))
    }
    socket.on('connect', next)
    socket.on('data', (chunk) => (received += chunk.toString('latin1')))
    socket.on('close', () => resolve(received))
    socket.on('error', reject)
  })
}

export type ParsedResponse = { status: number; headers: Record<string, string>; body: string }

/** Splits the received bytes into responses by their Content-Length. */
export function answersIn(received: string): ParsedResponse[] {
  const responses: ParsedResponse[] = []
  for (let at = 0; at < received.length;) {
    const headEnd = received.indexOf('\r\n\r\n', at)
    const [line = '', ...lines] = received.slice(at, headEnd).split('\r\n')
    const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(line)?.[1])
    if (!status || headEnd < 0) throw new Error(`This is no answer: ${received.slice(at, at + 80)}`)
    const headers = Object.fromEntries(
      lines.map((one) => [one.slice(0, one.indexOf(':')).toLowerCase(), one.slice(one.indexOf(':') + 1).trim()]),
    )
    const end = headEnd + 4 + (status === 304 ? 0 : Number(headers['content-length'] ?? 0))
    responses.push({ status, headers, body: received.slice(headEnd + 4, end) })
    at = end
  }
  return responses
}
