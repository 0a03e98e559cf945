import { once } from 'node:events'
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { freePort } from '../harness/site.ts'

export type Balancer = {
  url: string
  /** Where the requests went that were taken and never answered. */
  broken: string[]
  [Symbol.asyncDispose](): Promise<void>
}

/** Hands requests out in turn. One that nobody took goes to the next; one that was taken is never asked twice. */
export async function aBalancer(instances: readonly string[]): Promise<Balancer> {
  const broken: string[] = []
  let turn = 0
  const port = await freePort()
  const server = createServer((incoming, outgoing) => void pass(incoming, outgoing)).listen(port, '127.0.0.1')
  await once(server, 'listening')

  async function pass(incoming: IncomingMessage, outgoing: ServerResponse) {
    const body = await buffer(incoming)
    const first = turn++
    for (let step = 0; step < instances.length; step++) {
      const instance = instances[(first + step) % instances.length] ?? ''
      const answer = await ask(instance, incoming, body)
      if (answer === 'not-taken') continue
      if (answer !== 'broken') return void outgoing.writeHead(answer.status, answer.headers).end(answer.body)
      broken.push(instance)
      break
    }
    outgoing.writeHead(502).end()
  }

  return {
    url: `http://127.0.0.1:${port}`,
    broken,
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
    // A connection for each: whether it was taken is then beyond doubt.
    const asked = request(
      new URL(url, instance),
      { method, headers: { ...headers, connection: 'close' }, agent: false },
      async (answer) => {
        const kept = Object.entries(answer.headers).filter(
          ([name]) => !['connection', 'transfer-encoding', 'content-length'].includes(name),
        )
        const whole = await buffer(answer).catch(() => null)
        resolve(
          whole ? { status: answer.statusCode ?? 502, headers: Object.fromEntries(kept) as Answer['headers'], body: whole } : 'broken',
        )
      },
    )
    asked.on('error', (error: NodeJS.ErrnoException) => resolve(error.code === 'ECONNREFUSED' ? 'not-taken' : 'broken'))
    asked.end(body)
  })
}
