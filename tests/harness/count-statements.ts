import type pg from 'pg'

/** What is said to the database through a pool, from now until it is let go. A pool’s connections are told apart by nobody. */
export function countStatements(pool: pg.Pool) {
  const said: string[] = []
  const listening = new Map<pg.PoolClient, pg.PoolClient['query']>()
  const listen = (client: pg.PoolClient) => {
    if (listening.has(client)) return
    const query = client.query
    listening.set(client, query)
    Object.assign(client, {
      query: (...parts: Parameters<typeof query>) => {
        const [asked]: unknown[] = parts
        said.push(typeof asked === 'string' ? asked : String(Reflect.get(Object(asked), 'text')))
        return Reflect.apply(query, client, parts)
      },
    })
  }
  pool.on('acquire', listen)
  return {
    said,
    count: () => said.length,
    [Symbol.dispose]() {
      pool.off('acquire', listen)
      for (const [client, query] of listening) Object.assign(client, { query })
    },
  }
}
