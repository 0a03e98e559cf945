import type pg from 'pg'

/** Runs something once, after the first statement that matches and before its caller continues: a concurrent change. */
export function meanwhile(pool: pg.Pool, matches: (text: string) => boolean, act: () => Promise<unknown>) {
  let happened: Promise<unknown> | null = null
  const original = new Map<pg.PoolClient, pg.PoolClient['query']>()
  const listen = (client: pg.PoolClient) => {
    if (original.has(client)) return
    const query = client.query
    original.set(client, query)
    const interceptedQuery = (...parts: unknown[]): unknown => {
      const [statement] = parts
      if (happened || !matches(typeof statement === 'string' ? statement : String(Reflect.get(Object(statement), 'text')))) {
        return Reflect.apply(query, client, parts)
      }
      const answered = Promise.withResolvers<void>()
      happened = answered.promise.then(act)
      const afterIt = () => {
        answered.resolve()
        return happened
      }
      // A pool calls its clients with a callback, a transaction with a promise.
      const callback = parts.at(-1)
      if (typeof callback !== 'function') return Promise.resolve(Reflect.apply(query, client, parts)).finally(afterIt)
      const delayed = (...results: unknown[]) => void afterIt()?.finally(() => Reflect.apply(callback, null, results))
      return Reflect.apply(query, client, [...parts.slice(0, -1), delayed])
    }
    Object.assign(client, { query: interceptedQuery })
  }
  pool.on('acquire', listen)
  return {
    /** Its result; fails if it never ran. */
    async outcome() {
      if (!happened) throw new Error('No statement matched.')
      return happened
    },
    [Symbol.dispose]() {
      pool.off('acquire', listen)
      for (const [client, query] of original) Object.assign(client, { query })
    },
  }
}
