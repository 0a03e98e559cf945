import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

export type ReceiverAnswer =
  | { status: number; headers?: Record<string, string>; body?: string }
  | 'hangs'
  | 'closes'
  | 'drips'
  | 'ten-megabytes'
export type ReceivedHook = { path: string; headers: Record<string, string>; body: string }

/** A receiver of webhooks. Each path has its own next answers; then 204. */
export async function webhookReceiver() {
  const received: ReceivedHook[] = []
  const answers = new Map<string, ReceiverAnswer[]>()
  const server = createServer(async (request, response) => {
    const path = request.url ?? ''
    const body = await text(request)
    const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]))
    received.push({ path, headers, body })
    answer(response, answers.get(path)?.shift() ?? { status: 204 })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`

  return {
    host,
    received,
    /** An address that gives these answers, in turn. */
    url(...next: ReceiverAnswer[]) {
      const path = `/hook-${answers.size}`
      answers.set(path, next)
      return `http://${host}${path}`
    },
    to: (url: string) => received.filter(({ path }) => url.endsWith(path)),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
}

function answer(response: ServerResponse, next: ReceiverAnswer) {
  if (next === 'hangs') return
  if (next === 'closes') return void response.destroy()
  if (next === 'ten-megabytes') return void response.writeHead(200).end('long '.repeat(2_000_000))
  if (next !== 'drips') return void response.writeHead(next.status, next.headers).end(next.body)
  response.writeHead(200)
  const drip = setInterval(() => response.write('.'), 20)
  response.on('close', () => clearInterval(drip))
}
