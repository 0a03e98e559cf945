/** What Citus puts behind the name of a constraint: the number of the shard it holds in. */
const ofShard = /_\d{5,}$/
const integrityViolated = /^23/

/** The constraint a row was refused by, by the name migrations gave it; empty where it was none. */
export function constraintOf(error: unknown): string {
  if (!(error instanceof Error)) return ''
  const name = 'constraint' in error && typeof error.constraint === 'string' ? error.constraint : nameInWords(error)
  return name ? name.replace(ofShard, '') : constraintOf(error.cause)
}

/** A coordinator passes on what a worker said, and not the field beside it. */
function nameInWords(error: Error): string {
  if (!('code' in error) || !integrityViolated.test(String(error.code))) return ''
  return /constraint "([^"]+)"/.exec(error.message)?.[1] ?? ''
}
