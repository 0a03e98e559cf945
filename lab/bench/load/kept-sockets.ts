import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

export type Heard = { status: number; retryAfter: string | null; said: string }
export type Asked = { method?: string; headers?: Record<string, string>; body?: string }
type Waiting = { resolve: (heard: Heard) => void; reject: (error: Error) => void }

/** Kept connections, as many as are needed, each with one request in flight: a request costs the machine, which is shared, next to nothing. */
export function keptSockets(url: string) {
  const { hostname, port, host } = new URL(url)
  const idle: Socket[] = []
  const waiting = new WeakMap<Socket, Waiting>()

  async function open(): Promise<Socket> {
    const socket = connect({ host: hostname, port: Number(port), noDelay: true })
    await once(socket, 'connect')
    let heard = ''
    socket.setEncoding('latin1')
    socket.on('data', (text: string) => {
      heard += text
      const answer = readAnswer(heard)
      if (!answer) return
      heard = ''
      if (!answer.isLast) idle.push(socket)
      waiting.get(socket)?.resolve(answer)
    })
    socket.on('error', () => {})
    socket.on('close', () => {
      if (idle.includes(socket)) idle.splice(idle.indexOf(socket), 1)
      waiting.get(socket)?.reject(new Error('The connection ended without an answer'))
    })
    return socket
  }

  return async function ask(path: string, { method = 'GET', headers = {}, body = '' }: Asked = {}): Promise<Heard> {
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
    const length = method === 'GET' ? '' : `content-length: ${Buffer.byteLength(body)}\r\n`
    const socket = idle.pop() ?? (await open())
    return new Promise((resolve, reject) => {
      waiting.set(socket, { resolve, reject })
      socket.write(`${method} ${path} HTTP/1.1\r\nhost: ${host}\r\n${lines.join('')}${length}\r\n${body}`)
    })
  }
}

/** null: there is more to come. */
function readAnswer(heard: string): (Heard & { isLast: boolean }) | null {
  const end = heard.indexOf('\r\n\r\n')
  if (end === -1) return null
  const head = heard.slice(0, end + 2)
  const header = (name: string) => new RegExp(`\r\n${name}: ([^\r]*)\r\n`, 'i').exec(head)?.[1] ?? null
  const said = heard.slice(end + 4)
  const length = header('content-length')
  const isWhole = length === null ? said.endsWith('0\r\n\r\n') : said.length >= Number(length)
  const status = Number(head.slice(9, 12))
  if (!isWhole && status !== 204 && status !== 304) return null
  return { status, retryAfter: header('retry-after'), said, isLast: header('connection') === 'close' }
}
