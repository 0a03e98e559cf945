import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import type { Log } from '#server/integrations/log.ts'
import { isAway } from './is-away.ts'

type Callback = (error: Error | undefined, client: pg.PoolClient | undefined, done: (release?: Error | boolean) => void) => void

const waitMs = 5000
const swiftMs = 1000
const keepAliveMs = 30_000
const retryMs = 50
/** Whatever lets people in bounds the queue long before; this is for what comes without asking there. */
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
    // A server that was stopped, not ended, answers nothing at all.
    query_timeout: silentMs,
    idle_in_transaction_session_timeout: 15_000,
    ...(stays ? { idleTimeoutMillis: 0 } : {}),
    application_name: 'carte',
  })
  // The server restarts and connections break: idle ones are told to the pool, busy ones to whoever has them. Neither may end the program.
  pool.on('error', (error) => {
    if (!pool.ending) log.warn('database-connection-lost', { reason: error.message })
  })
  pool.on('connect', (client) => client.on('error', () => {}))
  takeBackBroken(pool)
  return pool
}

/** How many wait for a connection, also while there is nobody to connect to. */
export const waitingFor = (pool: pg.Pool): number => (pool instanceof PatientPool ? pool.waiting : pool.waitingCount)

/** While the server restarts, whoever wants a connection waits for it: nothing was asked yet, so nothing is asked twice. */
class PatientPool extends pg.Pool {
  waiting = 0

  override connect(): Promise<pg.PoolClient>
  override connect(callback: Callback): void
  override connect(callback?: Callback): Promise<pg.PoolClient> | void {
    if (this.waiting >= waitingMax) return refuse(callback)
    this.waiting++
    const connecting = this.#connectPatiently().finally(() => this.waiting--)
    if (!callback) return connecting
    void hand(connecting, callback)
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

async function hand(connecting: Promise<pg.PoolClient>, callback: Callback) {
  let client: pg.PoolClient
  try {
    client = await connecting
  } catch (error) {
    return callback(error instanceof Error ? error : new Error(String(error)), undefined, () => {})
  }
  callback(undefined, client, (error) => client.release(error))
}

/**
 * A transaction whose `begin` fails is never given back by the database layer, and the pool counts on every connection coming
 * back: a few of those, and nobody is served again. So one that ends while somebody has it is taken from them.
 */
function takeBackBroken(pool: pg.Pool) {
  const out = new WeakSet<pg.PoolClient>()
  pool.on('acquire', (client) => out.add(client))
  pool.on('release', (_, client) => out.delete(client))
  pool.on('connect', (client) => {
    endIfSpoiled(client)
    client.once('end', () => {
      if (!out.has(client)) return
      client.release(new Error('Connection terminated while it was out'))
      client.release = () => {}
    })
  })
}

/** Its end brings it back. What was not answered may be answered yet, to whoever asks next: such a connection is nobody's any more. */
function endIfSpoiled(client: pg.PoolClient) {
  const watched = (...parts: unknown[]) => {
    const asked: unknown = Reflect.apply(pg.Client.prototype.query, client, parts)
    if (asked instanceof Promise)
      asked.catch((error: unknown) => {
        if (isUnanswered(error) || isBegin(parts[0])) void client.end().catch(() => {})
      })
    return asked
  }
  Object.assign(client, { query: watched })
}

const isUnanswered = (error: unknown) => error instanceof Error && error.message === 'Query read timeout'

function isBegin(question: unknown): boolean {
  const text = typeof question === 'object' && question !== null && 'text' in question ? question.text : question
  return typeof text === 'string' && /^begin\b/.test(text)
}
