import { connect, type AddressInfo } from 'node:net'
import type { Server } from 'node:http'

// Every server of these tests listens.
export const portOf = (server: Server) => (server.address() as AddressInfo).port

type Piece = string | null | (() => Promise<unknown>)

/**
 * Bytes as they are, piece by piece, for what no client would send; `null` is the end of them, and what is to be done is done before the
 * next. All that came back until the other side ended.
 */
export function converse(port: number, ...pieces: Piece[]): Promise<string> {
  return new Promise((resolve, reject) => {
    let heard = ''
    const left = [...pieces]
    const socket = connect(port, '127.0.0.1')
    socket.setNoDelay(true)
    const doThenGoOn = async (act: () => Promise<unknown>) => {
      await act()
      next()
    }
    const next = () => {
      const piece = left.shift()
      if (typeof piece === 'function') doThenGoOn(piece).catch(reject)
      else if (piece === null) socket.end()
      else if (piece !== undefined) socket.write(piece, 'latin1', () => setImmediate(next))
    }
    socket.on('connect', next)
    socket.on('data', (chunk) => (heard += chunk.toString('latin1')))
    socket.on('close', () => resolve(heard))
    socket.on('error', reject)
  })
}

export type Told = { status: number; headers: Record<string, string>; body: string }

/** The answers in what was heard, cut by their own lengths. */
export function answersIn(heard: string): Told[] {
  const told: Told[] = []
  for (let at = 0; at < heard.length;) {
    const headEnd = heard.indexOf('\r\n\r\n', at)
    const [line = '', ...lines] = heard.slice(at, headEnd).split('\r\n')
    const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(line)?.[1])
    if (!status || headEnd < 0) throw new Error(`This is no answer: ${heard.slice(at, at + 80)}`)
    const headers = Object.fromEntries(
      lines.map((one) => [one.slice(0, one.indexOf(':')).toLowerCase(), one.slice(one.indexOf(':') + 1).trim()]),
    )
    const end = headEnd + 4 + (status === 304 ? 0 : Number(headers['content-length'] ?? 0))
    told.push({ status, headers, body: heard.slice(headEnd + 4, end) })
    at = end
  }
  return told
}
