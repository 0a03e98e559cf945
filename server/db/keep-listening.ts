import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import type { Log } from '#server/outside/log.ts'

type Needs = { heard(words: string): void; missed(): void; log: Log }

const keepAliveMs = 10_000
const answerMs = 5000
const retryMs = 250

/** One direct connection that listens, and listens again whenever it broke. A silent one is asked every few seconds whether it still stands. */
export async function keepListening(connection: pg.ClientConfig, channel: string, { heard, missed, log }: Needs): Promise<AsyncDisposable> {
  let isClosed = false
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
    // A question without an answer is still under way when we end: that closes the socket at once.
    const keepAlive = setInterval(() => client.query('select 1').catch(() => client.end()), keepAliveMs).unref()
    client.once('end', () => {
      clearInterval(keepAlive)
      void listenAgain()
    })
    return client
  }

  async function listenAgain() {
    if (!isClosed) log.warn('changes-unheard')
    while (!isClosed) {
      try {
        ear = await listen()
        return missed()
      } catch {
        await wait(retryMs, undefined, { ref: false })
      }
    }
  }

  return {
    async [Symbol.asyncDispose]() {
      isClosed = true
      await ear.end()
    },
  }
}
