/** Codes of a database that is read-only. */
const readOnly = new Set([
  '25006', // read_only_sql_transaction: by a setting, or a standby in place of the primary
  '53100', // disk_full
])
const codes = new Set([
  ...readOnly,
  '57P01', // admin_shutdown
  '57P02', // crash_shutdown
  '57P03', // cannot_connect_now
  '53300', // too_many_connections
  '55P03', // lock_not_available
  '57014', // query_canceled: the statement timeout
  '08000',
  '08003',
  '08006',
  '08P01', // PgBouncer: its server is down or it has no connection left
  '58000', // pgcat: the same
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EAI_AGAIN',
  'EAGAIN',
])
/** Messages of the driver and of the job queue, which have no code. */
const words =
  /^(Jobs are not open yet|Connection terminated|Query read timeout|timeout exceeded when trying to connect|Client was closed|Client has encountered a connection error)/

/** PostgreSQL's own 08P01, such as “bind message supplies 1 parameters”. */
const isProtocolBug = ({ code, message }: Error & { code: unknown }) => code === '08P01' && /\bmessage\b/.test(message)

/** True if the database is unavailable, so a retry can succeed. */
export function isAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if ('code' in error && codes.has(String(error.code)) && !isProtocolBug(error)) return true
  // The embedded database's socket is missing. ENOENT of a file is a bug.
  if ('code' in error && error.code === 'ENOENT' && 'syscall' in error && error.syscall === 'connect') return true
  return words.test(error.message) || isAway(error.cause)
}

/** True if one node of a sharded database is unavailable, so other cards still work. Citus names the node it can't reach. */
export function isShardAway(error: unknown): boolean {
  return error instanceof Error && (error.message.startsWith('connection to the remote node ') || isShardAway(error.cause))
}

/** True if the error or one of its causes has this code. */
export function hasCode(error: unknown, code: string): boolean {
  if (!(error instanceof Error)) return false
  return ('code' in error && error.code === code) || hasCode(error.cause, code)
}

/** True if the database can be read but not written to: optional writes are then skipped. */
export function isReadOnly(error: unknown): boolean {
  return [...readOnly].some((code) => hasCode(error, code))
}
