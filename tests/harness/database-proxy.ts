import { once } from 'node:events'
import { connect, createServer, type NetConnectOpts, type Socket } from 'node:net'

/** A TCP proxy to a database that a test can interrupt without notifying either end, as a network does. */
export type DatabaseProxy = {
  url: string
  freeze(named: string): void
  cut(): void
  restore(): void
  vanish(): void
  moveTo(databaseUrl: string): void
  [Symbol.asyncDispose](): Promise<void>
}

export async function aDatabaseProxy(databaseUrl: string): Promise<DatabaseProxy> {
  let place = placeOf(new URL(databaseUrl))
  const pairs: Pair[] = []
  let isCut = false
  let isGone = false
  const server = createServer((here) => {
    if (isCut) return here.destroy()
    const pair = { here, there: connect(place), hello: '', isFrozen: false }
    pairs.push(pair)
    // The startup message contains the connection's name.
    here.once('data', (bytes) => (pair.hello = bytes.toString('latin1')))
    here.pipe(pair.there).pipe(here)
    pair.there.on('close', () => pair.isFrozen || here.destroy())
    for (const end of [here, pair.there]) end.on('error', () => {})
    if (isGone) freeze(pair)
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
    /** From now on, drops all data on those connections, in both directions. */
    freeze: (named) => pairs.filter(({ hello }) => hello.includes(named)).forEach(freeze),
    /** Drops all data on all connections, also on new ones until `moveTo`, as when a machine loses its power. */
    vanish() {
      isGone = true
      pairs.forEach(freeze)
    },
    /** New connections go to another server; those there are stay. */
    moveTo(databaseUrl) {
      place = placeOf(new URL(databaseUrl))
      isGone = false
    },
    /** Closes all connections and accepts none until `restore`. */
    cut() {
      isCut = true
      hangUp()
    },
    restore: () => void (isCut = false),
    async [Symbol.asyncDispose]() {
      hangUp()
      server.close()
      await once(server, 'close')
    },
  }
}

type Pair = { here: Socket; there: Socket; hello: string; isFrozen: boolean }

function freeze(pair: Pair) {
  pair.isFrozen = true
  pair.here.unpipe(pair.there).resume()
  pair.there.unpipe(pair.here).resume()
}

function placeOf(url: URL): NetConnectOpts {
  const folder = url.searchParams.get('host')
  if (folder?.startsWith('/')) return { path: `${folder}/.s.PGSQL.${url.port || 5432}` }
  return { host: url.hostname, port: Number(url.port || 5432) }
}
