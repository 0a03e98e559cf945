import { once } from 'node:events'
import { connect, createServer, type NetConnectOpts, type Socket } from 'node:net'

/** The way to a database that a test can cut without either end being told, as a network does. */
export type Wire = { url: string; freeze(named: string): void; cut(): void; mend(): void; [Symbol.asyncDispose](): Promise<void> }

export async function aWire(databaseUrl: string): Promise<Wire> {
  const there = placeOf(new URL(databaseUrl))
  const pairs: { here: Socket; there: Socket; hello: string }[] = []
  let isCut = false
  const server = createServer((here) => {
    if (isCut) return here.destroy()
    const pair = { here, there: connect(there), hello: '' }
    pairs.push(pair)
    // The first words of a connection say what it is called.
    here.once('data', (bytes) => (pair.hello = bytes.toString('latin1')))
    here.pipe(pair.there).pipe(here)
    for (const end of [here, pair.there]) end.on('error', () => {})
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('No port to be had.')

  const hangUp = () => pairs.forEach((pair) => [pair.here, pair.there].forEach((end) => end.destroy()))
  const url = new URL(databaseUrl)
  url.searchParams.delete('host')
  url.host = `127.0.0.1:${address.port}`
  return {
    url: url.href,
    /** From now on what is said on those connections goes nowhere, both ways. */
    freeze(named) {
      for (const { hello, here, there: server } of pairs) {
        if (!hello.includes(named)) continue
        here.unpipe(server).resume()
        server.unpipe(here).resume()
      }
    },
    /** Whoever is there loses their connection, and nobody gets another until it is mended. */
    cut() {
      isCut = true
      hangUp()
    },
    mend: () => void (isCut = false),
    async [Symbol.asyncDispose]() {
      hangUp()
      server.close()
      await once(server, 'close')
    },
  }
}

function placeOf(url: URL): NetConnectOpts {
  const folder = url.searchParams.get('host')
  if (folder?.startsWith('/')) return { path: `${folder}/.s.PGSQL.${url.port || 5432}` }
  return { host: url.hostname, port: Number(url.port || 5432) }
}
