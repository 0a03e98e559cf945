import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import type { Log } from '#server/integrations/log.ts'
import { Refusal } from '#server/refusal.ts'

const ownerLock = 7_327_001
const retryMs = 100
/** The session of a program killed a moment ago may still be closing. */
const patienceMs = 1000
const farewellMs = 1000
const answerMs = 5000

/** A lock that lives as long as its session: one program owns the server, and it alone may stop it. */
export async function holdOwnership(connection: pg.ClientConfig, dir: string, log: Log): Promise<AsyncDisposable> {
  let isReleased = false
  let again: Promise<void> | null = null
  let session = await hold()

  async function hold(): Promise<pg.Client> {
    const taken = await take(connection, dir)
    taken.once('end', () => {
      if (!isReleased) again = holdAgain()
    })
    return taken
  }

  /** The server fell, or a backend crashed and all sessions with it: it comes back, and so do we. */
  async function holdAgain() {
    while (!isReleased) {
      try {
        session = await hold()
        // Told to stop meanwhile: nobody else would close this one.
        if (isReleased) await hangUp()
        return
      } catch (error) {
        if (error instanceof Refusal) log.error('data-folder-taken', { dir })
        // Keeps the process alive: a program that stops meanwhile waits for this.
        await wait(retryMs)
      }
    }
  }

  /** One that does not answer is not waited for. */
  const hangUp = async () => void (await Promise.race([session.end(), wait(farewellMs, undefined, { ref: false })]))

  return {
    async [Symbol.asyncDispose]() {
      isReleased = true
      await hangUp()
      await again
    },
  }
}

async function take(connection: pg.ClientConfig, dir: string): Promise<pg.Client> {
  const client = new pg.Client({
    ...connection,
    application_name: 'carte-owner',
    connectionTimeoutMillis: answerMs,
    query_timeout: answerMs,
  })
  client.on('error', () => {}) // Its end is what counts.
  try {
    await client.connect()
    for (const since = performance.now(); performance.now() - since <= patienceMs; await wait(retryMs)) {
      const { rows } = await client.query<{ isHeld: boolean }>('select pg_try_advisory_lock($1) as "isHeld"', [ownerLock])
      if (rows[0]?.isHeld) return client
    }
  } catch (error) {
    void client.end().catch(() => {})
    throw error
  }
  await client.end()
  throw new Refusal(`Carte is already running on ${dir}. Stop it first, or choose another DATA_DIR.`)
}
