import { AsyncLocalStorage } from 'node:async_hooks'
import type { TestApp } from './app.ts'

/** Finds places that acquire a second connection inside a transaction: under load, requests that do so deadlock. */
export function findNestedConnections({ deps: { db, pool } }: Pick<TestApp, 'deps'>) {
  const inside = new AsyncLocalStorage<true>()
  const nested: string[] = []
  let transactions = 0
  const { transaction } = db
  const connect = pool.connect.bind(pool)
  Object.assign(db, {
    transaction: (...[work, options]: Parameters<typeof transaction>) => {
      transactions++
      return transaction.call(db, (tx) => inside.run(true, async () => await work(tx)), options)
    },
  })
  Object.assign(pool, {
    connect: (...parts: unknown[]) => {
      if (inside.getStore()) nested.push(new Error('A connection was asked for inside a transaction').stack ?? '')
      return Reflect.apply(connect, pool, parts)
    },
  })
  return { nested, transactions: () => transactions }
}
