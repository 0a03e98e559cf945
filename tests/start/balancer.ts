import { once } from 'node:events'
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { freePort } from '../harness/site.ts'

export type Balancer = {
  url: string
  /** Servers of requests that were accepted and never answered. */
  broken: string[]
  answers: Recorded[]
  [Symbol.asyncDispose](): Promise<void>
}

type Recorded = { atMs: number; tookMs: number; status: number; retryAfter: string | null; path: string }

/** A round-robin balancer. A request that was not accepted goes to the next server; an accepted one is never repeated. */
export async function aBalancer(instances: readonly string[]): Promise<Balancer> {
  const broken: string[] = []
  const answers: Recorded[] = []
  let turn = 0
  const port = await freePort()
  const server = createServer((incoming, outgoing) => void pass(incoming, outgoing)).listen(port, '127.0.0.1')
  await once(server, 'listening')

  async function pass(incoming: IncomingMessage, outgoing: ServerResponse) {
    const body = await buffer(incoming)
    const first = turn++
    const begunMs = performance.now()
    const record = (status: number, retryAfter: unknown) =>
      answers.push({
        atMs: performance.now(),
        tookMs: performance.now() - begunMs,
        status,
        retryAfter: retryAfter ? String(retryAfter) : null,
        path: incoming.url ?? '/',
      })
    for (let step = 0; step < instances.length; step++) {
      const instance = instances[(first + step) % instances.length] ?? ''
      const answer = await ask(instance, incoming, body)
      if (answer === 'not-taken') continue
      if (answer !== 'broken') {
        record(answer.status, answer.headers['retry-after'])
        return void outgoing.writeHead(answer.status, answer.headers).end(answer.body)
      }
      broken.push(instance)
      break
    }
    record(502, null)
    outgoing.writeHead(502).end()
  }

  return {
    url: `http://127.0.0.1:${port}`,
    broken,
    answers,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
    },
  }
}

type Answer = { status: number; headers: Record<string, string | string[]>; body: Buffer }

function ask(
  instance: string,
  { method = 'GET', url = '/', headers }: IncomingMessage,
  body: Buffer,
): Promise<Answer | 'not-taken' | 'broken'> {
  return new Promise((resolve) => {
    // A connection for each request, so it is certain whether it was accepted.
    const forwarded = request(
      new URL(url, instance),
      { method, headers: { ...headers, connection: 'close' }, agent: false },
      async (answer) => {
        const replyHeaders = Object.entries(answer.headers).filter(
          ([name]) => !['connection', 'transfer-encoding', 'content-length'].includes(name),
        )
        const whole = await buffer(answer).catch(() => null)
        resolve(
          whole
            ? { status: answer.statusCode ?? 502, headers: Object.fromEntries(replyHeaders) as Answer['headers'], body: whole }
            : 'broken',
        )
      },
    )
    forwarded.on('error', (error: NodeJS.ErrnoException) => resolve(error.code === 'ECONNREFUSED' ? 'not-taken' : 'broken'))
    forwarded.end(body)
  })
}
