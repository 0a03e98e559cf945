import { once } from 'node:events'
import { createServer } from 'node:http'
import { freePort } from './site.ts'
import { theSite } from './the-site.ts'

type Answer = { status?: number; body?: string }
/** Returns a replacement for the server's response body, or null to pass it through. */
type Change = (path: string, body: string) => Answer | null

/** A proxy in front of the running product that can replace responses. */
export async function aProxy() {
  const site = theSite().url
  const port = await freePort()
  const requests: string[] = []
  let change: Change = () => null
  const server = createServer(async (incoming, outgoing) => {
    const path = incoming.url ?? '/'
    requests.push(path)
    const { host: _, connection: __, 'accept-encoding': ___, ...headers } = incoming.headers
    const answer = await fetch(site + path, {
      method: incoming.method ?? 'GET',
      headers: Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)]),
      redirect: 'manual',
      ...(incoming.method === 'POST' ? { body: new Uint8Array(await bodyOf(incoming)) } : {}),
    })
    const body = Buffer.from(await answer.arrayBuffer())
    const other =
      /text|javascript|json/.test(answer.headers.get('content-type') ?? '') || answer.status >= 400
        ? change(path, String(body))
        : change(path, '')
    const own = Object.fromEntries(
      [...answer.headers].filter(([name]) => !/^(content-(length|encoding)|transfer-encoding|connection|etag)$/.test(name)),
    )
    outgoing.writeHead(other?.status ?? answer.status, other ? { ...own, 'cache-control': 'no-store' } : own).end(other?.body ?? body)
  }).listen(port, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    answerWith: (next: Change) => void (change = next),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
    },
  }
}

async function bodyOf(incoming: AsyncIterable<Buffer>): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const part of incoming) parts.push(part)
  return Buffer.concat(parts)
}
