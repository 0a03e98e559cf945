/** Codes of a database that can be read and not written to. */
const readOnly = new Set([
  '25006', // read_only_sql_transaction: switched so, or a standby where the primary was
  '53100', // disk_full
])
const codes = new Set([
  ...readOnly,
  '57P01', // admin_shutdown
  '57P02', // crash_shutdown
  '57P03', // cannot_connect_now
  '53300', // too_many_connections
  '55P03', // lock_not_available
  '57014', // query_canceled: it took longer than anything is given
  '08000',
  '08003',
  '08006',
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EAI_AGAIN',
  'EAGAIN',
])
/** The driver's own words, and our queue's, which carry no code. */
const words =
  /^(Jobs are not open yet|Connection terminated|Query read timeout|timeout exceeded when trying to connect|Client was closed|Client has encountered a connection error)/

/** Whether the database, rather than the question put to it, is what failed: asking again later makes sense. */
export function isAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if ('code' in error && codes.has(String(error.code))) return true
  // The embedded database's socket, gone; of a file the same word is a fault of ours.
  if ('code' in error && error.code === 'ENOENT' && 'syscall' in error && error.syscall === 'connect') return true
  return words.test(error.message) || isAway(error.cause)
}

/** Whether this is what the database said, also below what the database layer makes of it. */
export function hasCode(error: unknown, code: string): boolean {
  if (!(error instanceof Error)) return false
  return ('code' in error && error.code === code) || hasCode(error.cause, code)
}

/** Whether nothing can be saved although what is there can be read: whoever only wished to note something goes on without. */
export function isReadOnly(error: unknown): boolean {
  return [...readOnly].some((code) => hasCode(error, code))
}
