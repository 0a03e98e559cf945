import { connect } from 'node:net'

/** `waitedMs`: since the last piece was sent. */
export type Heard = { said: string; isHung: boolean; waitedMs: number }

/** Where nothing comes back at first, nothing may be meant to. Where something came, more of it comes at once. */
const silenceMs = { before: 200, after: 15 }

/** Sends these pieces, hears what comes and then says goodbye; the other side has to end, too. */
export function converse(port: number, pieces: readonly Buffer[], patienceMs: number): Promise<Heard> {
  return new Promise((resolve) => {
    const heard: Buffer[] = []
    const end = (isHung: boolean) => {
      clearTimeout(late)
      clearTimeout(goodbye)
      socket.destroy()
      resolve({ said: Buffer.concat(heard).toString('latin1'), isHung, waitedMs: performance.now() - lastMs })
    }
    const socket = connect({ port, host: '127.0.0.1', noDelay: true, allowHalfOpen: true })
    let lastMs = performance.now()
    const late = setTimeout(() => end(true), patienceMs)
    let goodbye: NodeJS.Timeout | undefined
    const endIn = (ms: number) => {
      clearTimeout(goodbye)
      goodbye = setTimeout(() => socket.end(), ms)
    }
    const left = [...pieces]
    const next = () => {
      const piece = left.shift()
      // Whoever sends slowly has themselves to wait for.
      late.refresh()
      lastMs = performance.now()
      if (piece === undefined) return endIn(heard.length > 0 ? silenceMs.after : silenceMs.before)
      socket.write(piece, () => (left.length > 0 ? setImmediate(next) : next()))
    }
    socket.on('connect', next)
    socket.on('data', (bytes: Buffer) => {
      heard.push(bytes)
      if (left.length === 0) endIn(silenceMs.after)
    })
    socket.on('end', () => end(false))
    // Whoever is refused while still speaking may see the connection go.
    socket.on('error', () => end(false))
    socket.on('close', () => end(false))
  })
}
