import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'

export type JsonRequest = { method: string; url: URL; headers: Record<string, string>; body: unknown }
/** `hangs` never answers. */
export type JsonAnswer = { status: number; body?: unknown; headers?: Record<string, string> } | 'hangs'

/** An HTTP API on a port of its own, which records its requests. */
export async function serveJson(answerTo: (request: JsonRequest) => JsonAnswer) {
  const requests: JsonRequest[] = []
  const server = createServer(async (incoming, response) => {
    const { method = '', headers: raw } = incoming
    const headers = Object.fromEntries(Object.entries(raw).map(([name, value]) => [name, String(value)]))
    const body = headers['content-length'] || headers['transfer-encoding'] ? await json(incoming) : null
    const request = { method, url: new URL(incoming.url ?? '/', 'http://stand-in'), headers, body }
    requests.push(request)
    const answer = answerTo(request)
    if (answer === 'hangs') return
    response.writeHead(answer.status, { 'content-type': 'application/json', ...answer.headers })
    response.end(answer.body === undefined ? '' : JSON.stringify(answer.body))
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
}
