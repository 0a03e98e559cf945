import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

export type SocketResponse = { status: number; retryAfter: string | null; responseText: string }
export type SocketRequest = { method?: string; headers?: Record<string, string>; body?: string }
type Waiting = { resolve: (received: SocketResponse) => void; reject: (error: Error) => void }

/** Keep-alive connections, as many as needed, with one request in flight each. Sending must cost little, because loader and server share the machine. */
export function keepAliveSockets(url: string) {
  const { hostname, port, host } = new URL(url)
  const idle: Socket[] = []
  const waiting = new WeakMap<Socket, Waiting>()

  async function open(): Promise<Socket> {
    const socket = connect({ host: hostname, port: Number(port), noDelay: true })
    await once(socket, 'connect')
    let received = ''
    socket.setEncoding('latin1')
    socket.on('data', (text: string) => {
      received += text
      const answer = readAnswer(received)
      if (!answer) return
      received = ''
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

  return async function ask(path: string, { method = 'GET', headers = {}, body = '' }: SocketRequest = {}): Promise<SocketResponse> {
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
    const length = method === 'GET' ? '' : `content-length: ${Buffer.byteLength(body)}\r\n`
    const socket = idle.pop() ?? (await open())
    return new Promise((resolve, reject) => {
      waiting.set(socket, { resolve, reject })
      socket.write(`${method} ${path} HTTP/1.1\r\nhost: ${host}\r\n${lines.join('')}${length}\r\n${body}`)
    })
  }
}

/** null: the response is incomplete. */
function readAnswer(received: string): (SocketResponse & { isLast: boolean }) | null {
  const end = received.indexOf('\r\n\r\n')
  if (end === -1) return null
  const head = received.slice(0, end + 2)
  const header = (name: string) => new RegExp(`\r\n${name}: ([^\r]*)\r\n`, 'i').exec(head)?.[1] ?? null
  const responseText = received.slice(end + 4)
  const length = header('content-length')
  const isWhole = length === null ? responseText.endsWith('0\r\n\r\n') : responseText.length >= Number(length)
  const status = Number(head.slice(9, 12))
  if (!isWhole && status !== 204 && status !== 304) return null
  return { status, retryAfter: header('retry-after'), responseText, isLast: header('connection') === 'close' }
}
