import { setTimeout as wait } from 'node:timers/promises'
import type pg from 'pg'
import type { Log } from '#server/integrations/log.ts'
import { Client, type Connection } from '../client.ts'

export type ChangeListener = { onMessage(payload: string): void; onReconnect(): void; log: Log }
/** `isListening`: false while changes of other servers don't arrive. */
export type Subscription = AsyncDisposable & { isListening(): boolean }

/** How often to check an idle connection, and how long the check may take. */
export type KeepAlive = { keepAliveMs: number; answerMs: number }

const defaults: KeepAlive = { keepAliveMs: 10_000, answerMs: 5000 }
const retryMs = 250
const disconnectMs = 1000

/** Listens on a channel over a connection of its own, checks it every few seconds, and reconnects when it breaks. */
export async function subscribe(
  connection: Connection,
  channel: string,
  { onMessage, onReconnect, log }: ChangeListener,
  { keepAliveMs, answerMs } = defaults,
): Promise<Subscription> {
  let isClosed = false
  let isLost = false
  let reconnecting: Promise<void> | null = null
  let current = await listen()

  async function listen(): Promise<pg.Client> {
    const client = new Client({
      ...connection,
      application_name: 'carte-changes',
      query_timeout: answerMs,
      connectionTimeoutMillis: answerMs,
    })
    client.on('notification', ({ payload }) => onMessage(payload ?? ''))
    try {
      await client.connect()
      await client.query(`listen ${channel}`)
    } catch (error) {
      void client.end().catch(() => {})
      throw error
    }
    let isChecking = false
    // With a query still pending, `end` closes the socket at once.
    const timer = setInterval(async () => {
      if (isChecking) return
      isChecking = true
      if (!(await isListening(client, channel))) await client.end().catch(() => {})
      isChecking = false
    }, keepAliveMs).unref()
    client.once('end', () => {
      clearInterval(timer)
      if (!isClosed) reconnecting = reconnect()
    })
    return client
  }

  async function reconnect() {
    isLost = true
    log.warn('changes-connection-lost')
    while (!isClosed) {
      try {
        current = await listen()
      } catch {
        await wait(retryMs, undefined, { ref: false })
        continue
      }
      isLost = false
      // Closed in the meantime: this is the last chance to close the new connection.
      return isClosed ? disconnect() : onReconnect()
    }
  }

  /** Does not wait for a connection that does not answer. */
  const disconnect = async () => void (await Promise.race([current.end(), wait(disconnectMs, undefined, { ref: false })]))

  return {
    isListening: () => !isLost,
    async [Symbol.asyncDispose]() {
      isClosed = true
      await disconnect()
      await reconnecting
    },
  }
}

/** A pooler may have moved this connection to another session, which listens on no channel. */
async function isListening(client: pg.Client, channel: string): Promise<boolean> {
  const listening = client.query<{ isListening: boolean }>('select $1 in (select pg_listening_channels()) as "isListening"', [channel])
  return listening.then(
    ({ rows }) => rows[0]?.isListening === true,
    () => false,
  )
}
