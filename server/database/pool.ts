import { setTimeout as wait } from 'node:timers/promises'
import { callbackify } from 'node:util'
import pg from 'pg'
import { propertyOf } from '#common/property-of.ts'
import type { Log } from '#server/integrations/log.ts'
import { Client, isBegin, PooledClient, type Connection } from './client.ts'
import { hasCode, isAway } from './is-away.ts'

type Callback = (error: Error | undefined, client: pg.PoolClient | undefined, done: (release?: Error | boolean) => void) => void

const waitMs = 5000
const swiftMs = 1000
const keepAliveMs = 30_000
const retryMs = 50
const readOnlyMs = 1000
/** Load shedding limits the queue long before; this is for callers that bypass it. */
const waitingMax = 4000

type PoolOptions = { statementMs?: number; silentMs?: number; connectMs?: number | undefined; isSwift?: boolean; stays?: boolean }

/** No limit on a statement. A person is watching and can press Ctrl-C; a host that disappears is noticed by TCP keepalive. */
export const unlimited: PoolOptions = { statementMs: 0, silentMs: 0 }

/**
 * `isSwift`: fails fast, where another server can answer instead, but tries other hosts. `silentMs`: how long a server may send nothing
 * before its connection counts as broken. `stays`: idle connections stay open. Zero is no limit.
 */
export function openPool(
  connection: Connection,
  log: Log,
  size: number,
  {
    statementMs = 15_000,
    silentMs = statementMs + 5000,
    isSwift = false,
    connectMs = isSwift ? swiftMs : waitMs,
    stays = false,
  }: PoolOptions = {},
): pg.Pool {
  const pool = new PatientPool({
    ...connection,
    Client: connection.isPooled ? PooledClient : Client,
    max: size,
    connectionTimeoutMillis: connectMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: keepAliveMs,
    statement_timeout: statementMs,
    // A server that is suspended answers nothing, and its connections stay open.
    query_timeout: silentMs,
    idle_in_transaction_session_timeout: 15_000,
    ...(stays ? { idleTimeoutMillis: 0 } : {}),
    application_name: 'carte',
  })
  if (isSwift) pool.patienceMs = connection.hosts ? swiftMs : 0
  // When the server restarts, idle connections emit errors on the pool.
  pool.on('error', (error) => {
    if (!pool.ending) log.warn('database-connection-lost', { reason: error.message })
  })
  releaseEnded(pool)
  return pool
}

/** Connections that a server refused to write on, also behind a pooler. */
const refused = new WeakSet<pg.ClientBase>()

/** How many callers wait for a connection, also while the server is unavailable. */
export const countWaiting = (pool: pg.Pool): number => (pool instanceof PatientPool ? pool.waiting : pool.waitingCount)

/** Retries to connect while the server restarts. No statement has been sent yet, so none runs twice. */
class PatientPool extends pg.Pool {
  waiting = 0
  patienceMs = waitMs

  override connect(): Promise<pg.PoolClient>
  override connect(callback: Callback): void
  override connect(callback?: Callback): Promise<pg.PoolClient> | void {
    if (this.waiting >= waitingMax) return refuse(callback)
    this.waiting++
    const connecting = this.#connectPatiently().finally(() => this.waiting--)
    if (!callback) return connecting
    callbackify(() => connecting)((error: Error | null, client?: pg.PoolClient) =>
      callback(error ?? undefined, client, (reason) => client?.release(reason)),
    )
  }

  async #connectPatiently(): Promise<pg.PoolClient> {
    for (const since = performance.now(); ; await wait(retryMs)) {
      try {
        return await super.connect()
      } catch (error) {
        if (!isAway(error) || this.ending || performance.now() - since >= this.patienceMs) throw error
      }
    }
  }
}

function refuse(callback?: Callback): Promise<pg.PoolClient> | void {
  const error = new Error('Connection terminated: too many wait for one')
  if (!callback) return Promise.reject(error)
  callback(error, undefined, () => {})
}

/**
 * Drizzle never releases the connection of a transaction whose `begin` fails, so a few failures would exhaust the pool. A connection
 * that ends while it is checked out is therefore released here.
 */
function releaseEnded(pool: pg.Pool) {
  const checkedOut = new WeakSet<pg.PoolClient>()
  pool.on('acquire', (client) => checkedOut.add(client))
  pool.on('release', (_, client) => {
    checkedOut.delete(client)
    if (client instanceof Client && isOutdated(client)) void client.end().catch(() => {})
  })
  pool.on('connect', (client) => {
    endAfterTimeout(client)
    client.once('end', () => {
      if (!checkedOut.has(client)) return
      client.release(new Error('Connection terminated while it was out'))
      client.release = () => {}
    })
  })
}

/**
 * By now, the same address may lead to the primary, and a busy connection would stay where it is for good. A database can be read-only
 * for hours, so its connections stay for a second.
 */
const isOutdated = (client: Client) =>
  client.isStandby || ((client.isReadOnly || refused.has(client)) && performance.now() - client.openedMs > readOnlyMs)

/** Ends a connection after a read timeout, since the late response could go to the next query, and after a failed `begin`. Its end releases it. */
function endAfterTimeout(client: pg.PoolClient) {
  const inherited = Object.getPrototypeOf(client) as pg.Client
  const watched = (...parts: unknown[]) => {
    const result: unknown = Reflect.apply(inherited.query, client, parts)
    if (result instanceof Promise)
      result.catch((error: unknown) => {
        if (hasCode(error, '25006')) refused.add(client)
        if (isReadTimeout(error) || isBegin(textOf(parts[0]))) void client.end().catch(() => {})
      })
    return result
  }
  Object.assign(client, { query: watched })
}

const isReadTimeout = (error: unknown) => error instanceof Error && error.message === 'Query read timeout'

function textOf(query: unknown): string {
  const text = propertyOf(query, 'text') ?? query
  return typeof text === 'string' ? text : ''
}
