import { setTimeout as wait } from 'node:timers/promises'
import { Client, type Connection } from './client.ts'

const lockNumber = 7_327_002
const retryMs = 50

/** `onLost`: the lock ended with its connection. */
type MigrationLock = { onLost(listener: () => void): void } & AsyncDisposable

/**
 * One process at a time changes tables. The lock ends with its transaction, on a connection of its own: a session's lock would stay in
 * a pooler. Polls, each time in a new transaction: `create index concurrently` waits for every transaction with a running statement, also
 * for one that waits for this lock: a deadlock. Without `waits`, null if another process has the lock.
 */
export async function acquireMigrationLock(connection: Connection): Promise<MigrationLock>
export async function acquireMigrationLock(connection: Connection, options: { waits: false }): Promise<MigrationLock | null>
export async function acquireMigrationLock(connection: Connection, { waits = true } = {}): Promise<MigrationLock | null> {
  const client = new Client({ ...connection, application_name: 'carte-migration-lock' })
  await using undo = new AsyncDisposableStack()
  undo.defer(() => client.end())
  await client.connect()
  for (;;) {
    await client.query('begin; set local idle_in_transaction_session_timeout = 0; set local statement_timeout = 0')
    // Without a parameter: a statement with one keeps its snapshot, which `create index concurrently` waits for.
    const { rows } = await client.query<{ isLocked: boolean }>(`select pg_try_advisory_xact_lock(${lockNumber}) as "isLocked"`)
    if (rows[0]?.isLocked) break
    await client.query('rollback')
    if (!waits) return null
    await wait(retryMs)
  }
  const opened = undo.move()
  return {
    onLost: (listener) => void client.once('end', listener),
    async [Symbol.asyncDispose]() {
      client.removeAllListeners('end')
      await opened.disposeAsync()
    },
  }
}
