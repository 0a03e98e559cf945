import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import type { Log } from '#server/integrations/log.ts'
import { isAway } from './is-away.ts'

type Callback = (error: Error | undefined, client: pg.PoolClient | undefined, done: (release?: Error | boolean) => void) => void

const waitMs = 5000
const swiftMs = 1000
const keepAliveMs = 30_000
const retryMs = 50
/** Load shedding limits the queue long before; this is for callers that bypass it. */
const waitingMax = 4000

type PoolOptions = { statementMs?: number; silentMs?: number; isSwift?: boolean; stays?: boolean }

/** No limit on a statement. The operator is watching and can press Ctrl-C; a host that disappears is noticed by TCP keepalive. */
export const unlimited: PoolOptions = { statementMs: 0, silentMs: 0 }

/**
 * Dates are read as text, and the driver understands ISO only, but a database can be configured with another DateStyle. A statement
 * instead of startup parameters: a pooler in transaction mode tracks both settings by name and rejects parameters it does not know.
 */
export const sessionSettings = `set datestyle to 'ISO, YMD'; set timezone to 'UTC'`

/**
 * `isSwift`: fails fast, where another server can answer instead. `silentMs`: how long a server may send nothing before its
 * connection counts as broken. `stays`: idle connections stay open. Zero is no limit.
 */
export function openPool(
  connection: pg.ClientConfig,
  log: Log,
  size: number,
  { statementMs = 15_000, silentMs = statementMs + 5000, isSwift = false, stays = false }: PoolOptions = {},
): pg.Pool {
  const pool = new (isSwift ? pg.Pool : PatientPool)({
    ...connection,
    max: size,
    connectionTimeoutMillis: isSwift ? swiftMs : waitMs,
    onConnect: (client) => client.query(sessionSettings),
    keepAlive: true,
    keepAliveInitialDelayMillis: keepAliveMs,
    statement_timeout: statementMs,
    // A server that is suspended answers nothing, and its connections stay open.
    query_timeout: silentMs,
    idle_in_transaction_session_timeout: 15_000,
    ...(stays ? { idleTimeoutMillis: 0 } : {}),
    application_name: 'carte',
  })
  // When the server restarts, idle connections emit errors on the pool, busy ones on the client. Neither may end the process.
  pool.on('error', (error) => {
    if (!pool.ending) log.warn('database-connection-lost', { reason: error.message })
  })
  pool.on('connect', (client) => client.on('error', () => {}))
  releaseEnded(pool)
  return pool
}

/** How many callers wait for a connection, also while the server is unavailable. */
export const countWaiting = (pool: pg.Pool): number => (pool instanceof PatientPool ? pool.waiting : pool.waitingCount)

/** Retries to connect while the server restarts. No statement has been sent yet, so none runs twice. */
class PatientPool extends pg.Pool {
  waiting = 0

  override connect(): Promise<pg.PoolClient>
  override connect(callback: Callback): void
  override connect(callback?: Callback): Promise<pg.PoolClient> | void {
    if (this.waiting >= waitingMax) return refuse(callback)
    this.waiting++
    const connecting = this.#connectPatiently().finally(() => this.waiting--)
    if (!callback) return connecting
    void passOn(connecting, callback)
  }

  async #connectPatiently(): Promise<pg.PoolClient> {
    for (const since = performance.now(); ; await wait(retryMs)) {
      try {
        return await super.connect()
      } catch (error) {
        if (!isAway(error) || this.ending || performance.now() - since > waitMs) throw error
      }
    }
  }
}

function refuse(callback?: Callback): Promise<pg.PoolClient> | void {
  const error = new Error('Connection terminated: too many wait for one')
  if (!callback) return Promise.reject(error)
  callback(error, undefined, () => {})
}

async function passOn(connecting: Promise<pg.PoolClient>, callback: Callback) {
  let client: pg.PoolClient
  try {
    client = await connecting
  } catch (error) {
    return callback(error instanceof Error ? error : new Error(String(error)), undefined, () => {})
  }
  callback(undefined, client, (error) => client.release(error))
}

/**
 * Drizzle never releases the connection of a transaction whose `begin` fails, so a few failures would exhaust the pool. A connection
 * that ends while it is checked out is therefore released here.
 */
function releaseEnded(pool: pg.Pool) {
  const checkedOut = new WeakSet<pg.PoolClient>()
  pool.on('acquire', (client) => checkedOut.add(client))
  pool.on('release', (_, client) => checkedOut.delete(client))
  pool.on('connect', (client) => {
    endAfterTimeout(client)
    client.once('end', () => {
      if (!checkedOut.has(client)) return
      client.release(new Error('Connection terminated while it was out'))
      client.release = () => {}
    })
  })
}

/** Ends a connection after a read timeout, since the late response could go to the next query, and after a failed `begin`. Its end releases it. */
function endAfterTimeout(client: pg.PoolClient) {
  const watched = (...parts: unknown[]) => {
    const result: unknown = Reflect.apply(pg.Client.prototype.query, client, parts)
    if (result instanceof Promise)
      result.catch((error: unknown) => {
        if (isReadTimeout(error) || isBegin(parts[0])) void client.end().catch(() => {})
      })
    return result
  }
  Object.assign(client, { query: watched })
}

const isReadTimeout = (error: unknown) => error instanceof Error && error.message === 'Query read timeout'

function isBegin(query: unknown): boolean {
  const text = typeof query === 'object' && query !== null && 'text' in query ? query.text : query
  return typeof text === 'string' && /^begin\b/.test(text)
}
