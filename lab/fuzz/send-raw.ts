import { connect } from 'node:net'

/** What came back on a raw connection. `waitedMs`: since the last piece was sent. */
export type RawResponse = { text: string; isHung: boolean; waitedMs: number }

/** How long to wait for more before closing: longer until the first bytes arrive. Some input gets no response at all. */
const closeAfterMs = { noResponse: 200, response: 15 }

/** Sends the pieces, collects the response and half-closes the connection; the server has to close its side too. */
export function sendRaw(port: number, pieces: readonly Buffer[], patienceMs: number): Promise<RawResponse> {
  return new Promise((resolve) => {
    const received: Buffer[] = []
    const end = (isHung: boolean) => {
      clearTimeout(patience)
      clearTimeout(closing)
      socket.destroy()
      resolve({ text: Buffer.concat(received).toString('latin1'), isHung, waitedMs: performance.now() - lastMs })
    }
    const socket = connect({ port, host: '127.0.0.1', noDelay: true, allowHalfOpen: true })
    let lastMs = performance.now()
    const patience = setTimeout(() => end(true), patienceMs)
    let closing: NodeJS.Timeout | undefined
    const endIn = (ms: number) => {
      clearTimeout(closing)
      closing = setTimeout(() => socket.end(), ms)
    }
    const left = [...pieces]
    const next = () => {
      const piece = left.shift()
      // A slow sender doesn't count as a slow server.
      patience.refresh()
      lastMs = performance.now()
      if (piece === undefined) return endIn(received.length > 0 ? closeAfterMs.response : closeAfterMs.noResponse)
      socket.write(piece, () => (left.length > 0 ? setImmediate(next) : next()))
    }
    socket.on('connect', next)
    socket.on('data', (bytes: Buffer) => {
      received.push(bytes)
      if (left.length === 0) endIn(closeAfterMs.response)
    })
    socket.on('end', () => end(false))
    // A connection may close while a refused request is still being sent.
    socket.on('error', () => end(false))
    socket.on('close', () => end(false))
  })
}
