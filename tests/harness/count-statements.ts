import type pg from 'pg'

/** Records the statements of all connections of a pool until disposed; connections are not distinguished. */
export function countStatements(pool: pg.Pool) {
  const statements: string[] = []
  const listening = new Map<pg.PoolClient, pg.PoolClient['query']>()
  const listen = (client: pg.PoolClient) => {
    if (listening.has(client)) return
    const query = client.query
    listening.set(client, query)
    Object.assign(client, {
      query: (...parts: Parameters<typeof query>) => {
        const [statement]: unknown[] = parts
        statements.push(typeof statement === 'string' ? statement : String(Reflect.get(Object(statement), 'text')))
        return Reflect.apply(query, client, parts)
      },
    })
  }
  pool.on('acquire', listen)
  return {
    statements,
    count: () => statements.length,
    [Symbol.dispose]() {
      pool.off('acquire', listen)
      for (const [client, query] of listening) Object.assign(client, { query })
    },
  }
}
