import { AsyncLocalStorage } from 'node:async_hooks'
import type { TestApp } from './app.ts'

/** Where a second connection is asked for inside a transaction: under load everybody holds one and waits for another, for ever. */
export function findNested({ needs: { db, pool } }: Pick<TestApp, 'needs'>) {
  const inside = new AsyncLocalStorage<true>()
  const nested: string[] = []
  let transactions = 0
  const { transaction } = db
  const connect = pool.connect.bind(pool)
  Object.assign(db, {
    transaction: (...[work, wishes]: Parameters<typeof transaction>) => {
      transactions++
      return transaction.call(db, (tx) => inside.run(true, async () => await work(tx)), wishes)
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
