import type pg from 'pg'

/** Once, after the first statement of this kind was answered and before whoever asked goes on: what somebody else does just then. */
export function meanwhile(pool: pg.Pool, isIt: (text: string) => boolean, act: () => Promise<unknown>) {
  let happened: Promise<unknown> | null = null
  const original = new Map<pg.PoolClient, pg.PoolClient['query']>()
  const listen = (client: pg.PoolClient) => {
    if (original.has(client)) return
    const query = client.query
    original.set(client, query)
    const holdingBack = (...parts: unknown[]): unknown => {
      const [asked] = parts
      if (happened || !isIt(typeof asked === 'string' ? asked : String(Reflect.get(Object(asked), 'text')))) {
        return Reflect.apply(query, client, parts)
      }
      const answered = Promise.withResolvers<void>()
      happened = answered.promise.then(act)
      const afterIt = () => {
        answered.resolve()
        return happened
      }
      // A pool asks its clients with a callback, a transaction with a promise.
      const tell = parts.at(-1)
      if (typeof tell !== 'function') return Promise.resolve(Reflect.apply(query, client, parts)).finally(afterIt)
      const told = (...said: unknown[]) => void afterIt()?.finally(() => Reflect.apply(tell, null, said))
      return Reflect.apply(query, client, [...parts.slice(0, -1), told])
    }
    Object.assign(client, { query: holdingBack })
  }
  pool.on('acquire', listen)
  return {
    /** What came of it; fails where it never happened. */
    async outcome() {
      if (!happened) throw new Error('Nobody said such a thing to the database.')
      return happened
    },
    [Symbol.dispose]() {
      pool.off('acquire', listen)
      for (const [client, query] of original) Object.assign(client, { query })
    },
  }
}
