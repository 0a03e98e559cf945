import { callbackify } from 'node:util'
import pg from 'pg'

declare module 'pg' {
  interface ClientBase {
    connection: pg.Connection
    processID: number
    secretKey: number
    host: string
    port: number
    ssl: pg.ClientConfig['ssl']
    getStartupConf(): Record<string, string>
  }
  interface Connection {
    connect(port: number | string, host?: string): void
    cancel(processID: number, secretKey: number): void
    requestSsl(): void
    unref(): void
  }
}

/**
 * `isPooled`: through a pooler, where each transaction may run in another session, which other clients use before and after. `hosts`: one
 * address per host, if there are several.
 */
export type Connection = pg.ClientConfig & { isPooled?: boolean; hosts?: readonly string[] }

/** One URL per host of `postgres://host1,host2:5433/database`. */
export function urlsPerHost(databaseUrl: string): string[] {
  const [, start = '', hosts = '', end = ''] = /^([a-z]+:\/\/(?:[^/?]*@)?)([^/?]*)(.*)$/.exec(databaseUrl) ?? []
  return hosts.split(',').map((host) => start + host + end)
}

/** The host to try next: the last one that could be written to, or the one after a host that failed. */
const nextHosts = new WeakMap<readonly string[], number>()

/**
 * Dates are read as text, and the driver understands ISO only, but a database can be configured with another DateStyle. Startup
 * parameters, because poolers track these two and no statement has to follow.
 */
const sessionSettings = { datestyle: 'ISO, YMD', timezone: 'UTC' }

/** What a pooler doesn't pass on from the server. */
const readOnlyQuery = `select pg_is_in_recovery() or current_setting('default_transaction_read_only')::bool as "isReadOnly"`

/**
 * With several hosts, connects to one that can be written to, as libpq with `target_session_attrs=read-write`. A client can connect only
 * once, so a failure counts as 57P03, cannot_connect_now: the next client tries the next host.
 */
export class Client extends pg.Client {
  readonly openedMs = performance.now()
  readonly #hosts: readonly string[]
  readonly #host: number
  readonly #isPooled: boolean
  /** Of settings: at login and at each change. */
  readonly #reports = new Map<string, string>()

  constructor({ hosts = [], isPooled = false, ...config }: Connection = {}) {
    const host = nextHosts.get(hosts) ?? 0
    super(hosts.length > 0 ? { ...config, connectionString: hosts[host] ?? '' } : config)
    this.#hosts = hosts
    this.#host = host
    this.#isPooled = isPooled
    // An error of a connection also ends it. Without a listener it would end the process, also between two steps of `connect`.
    this.on('error', () => {})
    this.connection.on('parameterStatus', ({ parameterName = '', parameterValue = '' }: Record<string, string>) =>
      this.#reports.set(parameterName, parameterValue),
    )
  }

  /** Through a pooler, false: it doesn't report this. */
  get isStandby(): boolean {
    return this.#reports.get('in_hot_standby') === 'on'
  }

  /** True for a standby and a database that is set to read-only. Through a pooler, false. */
  get isReadOnly(): boolean {
    return this.isStandby || this.#reports.get('default_transaction_read_only') === 'on'
  }

  override getStartupConf(): Record<string, string> {
    return { ...super.getStartupConf(), ...sessionSettings }
  }

  override connect(): Promise<this>
  override connect(callback: (error: Error | null, client?: pg.Client) => void): void
  override connect(callback?: (error: Error | null, client?: pg.Client) => void): Promise<this> | void {
    const connecting = this.#connectToPrimary()
    if (!callback) return connecting
    callbackify(() => connecting)(callback)
  }

  async #connectToPrimary(): Promise<this> {
    try {
      await super.connect()
      if (this.#hosts.length > 0 && (await this.#cannotWrite())) throw new Error('it is read-only')
      return this
    } catch (error) {
      void this.end().catch(() => {})
      if (this.#hosts.length === 0) throw error
      if ((nextHosts.get(this.#hosts) ?? 0) === this.#host) nextHosts.set(this.#hosts, (this.#host + 1) % this.#hosts.length)
      throw Object.assign(new Error(`The host ${this.host} cannot be used`, { cause: error }), { code: '57P03' })
    }
  }

  async #cannotWrite(): Promise<boolean> {
    if (!this.#isPooled) return this.isReadOnly
    const { rows } = await this.query<{ isReadOnly: boolean }>(readOnlyQuery)
    return rows[0]?.isReadOnly ?? true
  }
}

/** The server ends a transaction's statement first. */
const cancelGraceMs = 500
const cancelTimeoutMs = 5000

/**
 * A client of a pooler, which leaves nothing in a session: timeouts are set in each transaction instead of at startup, a statement
 * outside is canceled from here, and no statement is prepared by name.
 */
export class PooledClient extends Client {
  readonly #beginLimits: string
  readonly #limitMs: number
  #timer: NodeJS.Timeout | undefined

  constructor(config: Connection = {}) {
    super(config)
    const { statement_timeout: limit, idle_in_transaction_session_timeout: idleMs = 0 } = config
    this.#limitMs = Number(limit) || 0
    this.#beginLimits = `; set local statement_timeout = ${this.#limitMs}; set local idle_in_transaction_session_timeout = ${idleMs}`
    for (const event of ['drain', 'end'] as const) this.on(event, () => clearTimeout(this.#timer))
  }

  override getStartupConf() {
    const refused = ['statement_timeout', 'idle_in_transaction_session_timeout']
    return Object.fromEntries(Object.entries(super.getStartupConf()).filter(([name]) => !refused.includes(name)))
  }

  // The driver's overloads don't matter here: only the statement changes.
  override query(statement: unknown, ...rest: unknown[]): never {
    clearTimeout(this.#timer)
    if (this.#limitMs > 0) this.#timer = setTimeout(() => this.#cancel(), this.#limitMs + cancelGraceMs).unref()
    return Reflect.apply(pg.Client.prototype.query, this, [this.#adapt(statement), ...rest]) as never
  }

  #adapt(statement: unknown): unknown {
    if (typeof statement === 'string') return isBegin(statement) ? statement + this.#beginLimits : statement
    if (typeof statement !== 'object' || statement === null || 'submit' in statement) return statement
    return { ...statement, name: undefined, ...('text' in statement ? { text: this.#adapt(statement.text) } : {}) }
  }

  /** As a statement timeout does: the statement fails with 57014. The pooler knows which server runs it. */
  #cancel() {
    const canceling = new pg.Connection({ ssl: this.ssl })
    // TLS gives the connection another stream on top of this socket.
    const socket = canceling.stream
    canceling.unref()
    setTimeout(() => socket.destroy(), cancelTimeoutMs).unref()
    canceling.on('error', () => socket.destroy())
    if (this.ssl) canceling.once('connect', () => canceling.requestSsl())
    canceling.once(this.ssl ? 'sslconnect' : 'connect', () => canceling.cancel(this.processID, this.secretKey))
    if (this.host.startsWith('/')) canceling.connect(`${this.host}/.s.PGSQL.${this.port}`)
    else canceling.connect(this.port, this.host)
  }
}

export const isBegin = (text: string) => /^begin\b/.test(text)
