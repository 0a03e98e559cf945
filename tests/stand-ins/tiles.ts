import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export type TilesStandIn = { pattern: string; requests: string[]; [Symbol.asyncDispose](): Promise<void> }

/** One single-color tile for the whole map. */
const tile = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64')

export async function tilesStandIn(): Promise<TilesStandIn> {
  const requests: string[] = []
  const server = createServer((request, response) => {
    requests.push(request.url ?? '')
    response.writeHead(200, { 'content-type': 'image/png', 'cross-origin-resource-policy': 'cross-origin' }).end(tile)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return {
    pattern: `http://127.0.0.1:${(server.address() as AddressInfo).port}/{z}/{x}/{y}.png`,
    requests,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
}
