import { sql } from 'drizzle-orm'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import type { Log } from '#server/outside/log.ts'
import type { Database, Db } from './database.ts'

export type ChangeKind = 'card' | 'installation'
export type Change = `${ChangeKind}:${string}`
type Listener = (change: Change | 'everything') => void

export type Changes = {
  /** One transaction. What it tells is heard here at once after the commit, and by every other instance through the database. */
  write<T>(work: (tx: Db, tell: (change: Change) => void) => Promise<T>): Promise<T>
  on(listener: Listener): () => void
  [Symbol.asyncDispose](): Promise<void>
}

const channel = 'carte_changes'
const keepAliveMs = 10_000
const retryMs = 500

export async function openChanges({ db, connection }: Pick<Database, 'db' | 'connection'>, log: Log): Promise<Changes> {
  const listeners = new Set<Listener>()
  const announce: Listener = (change) => listeners.forEach((listener) => listener(change))
  let isClosed = false
  let ear = await listen()

  async function listen(): Promise<pg.Client> {
    const client = new pg.Client({ ...connection, application_name: 'carte-changes' })
    const keepAlive = setInterval(() => void client.query('select 1').catch(() => {}), keepAliveMs).unref()
    client.on('notification', ({ payload }) => announce((payload ?? 'everything') as Change))
    client.on('error', () => {})
    client.once('end', () => {
      clearInterval(keepAlive)
      if (!isClosed) void listenAgain()
    })
    await client.connect()
    await client.query(`listen ${channel}`)
    return client
  }

  async function listenAgain() {
    log.warn('changes-unheard')
    while (!isClosed) {
      try {
        ear = await listen()
        // What was told in between is lost: whoever keeps something forgets it all.
        announce('everything')
        return
      } catch {
        announce('everything')
        await wait(retryMs, undefined, { ref: false })
      }
    }
  }

  return {
    async write(work) {
      const told = new Set<Change>()
      const result = await db.transaction(async (tx) => {
        const answer = await work(tx, (change) => told.add(change))
        for (const change of told) await tx.execute(sql`select pg_notify(${channel}, ${change})`)
        return answer
      })
      told.forEach(announce)
      return result
    },
    on(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    async [Symbol.asyncDispose]() {
      isClosed = true
      await ear.end()
    },
  }
}
