import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import type { Log } from '#server/integrations/log.ts'

type Needs = { heard(words: string): void; missed(): void; log: Log }

/** How often a silent connection is asked whether it still stands, and how long it may take to say so. */
export type Vigilance = { keepAliveMs: number; answerMs: number }

const usual: Vigilance = { keepAliveMs: 10_000, answerMs: 5000 }
const retryMs = 250
const farewellMs = 1000

/** One direct connection that listens, and listens again whenever it broke. A silent one is asked every few seconds whether it still stands. */
export async function keepListening(
  connection: pg.ClientConfig,
  channel: string,
  { heard, missed, log }: Needs,
  { keepAliveMs, answerMs } = usual,
): Promise<AsyncDisposable> {
  let isClosed = false
  let again: Promise<void> | null = null
  let ear = await listen()

  async function listen(): Promise<pg.Client> {
    const client = new pg.Client({
      ...connection,
      application_name: 'carte-changes',
      query_timeout: answerMs,
      connectionTimeoutMillis: answerMs,
    })
    client.on('error', () => {}) // Its end is what counts.
    client.on('notification', ({ payload }) => heard(payload ?? ''))
    try {
      await client.connect()
      await client.query(`listen ${channel}`)
    } catch (error) {
      void client.end().catch(() => {})
      throw error
    }
    let isAsking = false
    // A question without an answer is still under way when we end: that closes the socket at once.
    const keepAlive = setInterval(async () => {
      if (isAsking) return
      isAsking = true
      if (!(await isHeard(client, channel))) await client.end().catch(() => {})
      isAsking = false
    }, keepAliveMs).unref()
    client.once('end', () => {
      clearInterval(keepAlive)
      if (!isClosed) again = listenAgain()
    })
    return client
  }

  async function listenAgain() {
    log.warn('changes-unheard')
    while (!isClosed) {
      try {
        ear = await listen()
      } catch {
        await wait(retryMs, undefined, { ref: false })
        continue
      }
      // Told to stop meanwhile: nobody else would close this one.
      return isClosed ? hangUp() : missed()
    }
  }

  /** One that does not answer is not waited for. */
  const hangUp = async () => void (await Promise.race([ear.end(), wait(farewellMs, undefined, { ref: false })]))

  return {
    async [Symbol.asyncDispose]() {
      isClosed = true
      await hangUp()
      await again
    },
  }
}

/** A pooler between may have given this connection another session, which listens to nothing. */
async function isHeard(client: pg.Client, channel: string): Promise<boolean> {
  const asked = client.query<{ heard: boolean }>('select $1 in (select pg_listening_channels()) as heard', [channel])
  return asked.then(
    ({ rows }) => rows[0]?.heard === true,
    () => false,
  )
}
