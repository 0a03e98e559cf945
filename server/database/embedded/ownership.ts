import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import type { Log } from '#server/integrations/log.ts'
import { UserError } from '#server/common/user-error.ts'

const ownerLock = 7_327_001
const retryMs = 100
/** The session of a process that was just killed may still be closing. */
const lockTimeoutMs = 1000
const closeTimeoutMs = 1000
const answerMs = 5000

/** A lock that ends with its session: one process owns the embedded server, and only that process may stop it. */
export async function claimOwnership(connection: pg.ClientConfig, dir: string, log: Log): Promise<AsyncDisposable> {
  let isReleased = false
  let reclaiming: Promise<void> | null = null
  let session = await claim()

  async function claim(): Promise<pg.Client> {
    const taken = await acquire(connection, dir)
    taken.once('end', () => {
      if (!isReleased) reclaiming = reclaim()
    })
    return taken
  }

  /** After a crash of the server or a backend, which ends all sessions, the lock is taken again. */
  async function reclaim() {
    while (!isReleased) {
      try {
        session = await claim()
        // Released in the meantime: this session must be closed here.
        if (isReleased) await closeSession()
        return
      } catch (error) {
        if (error instanceof UserError) log.error('data-folder-taken', { dir })
        // This timer keeps the process alive until the loop ends.
        await wait(retryMs)
      }
    }
  }

  /** Closes the session, without waiting long for a server that does not respond. */
  const closeSession = async () => void (await Promise.race([session.end(), wait(closeTimeoutMs, undefined, { ref: false })]))

  return {
    async [Symbol.asyncDispose]() {
      isReleased = true
      await closeSession()
      await reclaiming
    },
  }
}

async function acquire(connection: pg.ClientConfig, dir: string): Promise<pg.Client> {
  const client = new pg.Client({
    ...connection,
    application_name: 'carte-owner',
    connectionTimeoutMillis: answerMs,
    query_timeout: answerMs,
  })
  client.on('error', () => {}) // The 'end' event is handled.
  try {
    await client.connect()
    for (const since = performance.now(); performance.now() - since <= lockTimeoutMs; await wait(retryMs)) {
      const { rows } = await client.query<{ isLocked: boolean }>('select pg_try_advisory_lock($1) as "isLocked"', [ownerLock])
      if (rows[0]?.isLocked) return client
    }
  } catch (error) {
    void client.end().catch(() => {})
    throw error
  }
  await client.end()
  throw new UserError(`Carte is already running on ${dir}. Stop it first, or choose another DATA_DIR.`)
}
