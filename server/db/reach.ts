import pg from 'pg'
import { Refusal } from '#server/refusal.ts'

const oldest = 15

/** One connection, to say in words why there is none, and that the server is new enough. */
export async function reach(connection: pg.ClientConfig) {
  const client = new pg.Client({ ...connection, connectionTimeoutMillis: 5000 })
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query<{ number: string }>(`select current_setting('server_version_num') as number`)
    const major = Math.floor(Number(rows[0]?.number) / 10_000)
    if (major < oldest) throw new Refusal(`The PostgreSQL at DATABASE_URL is version ${major}; Carte needs ${oldest} or newer.`)
  } catch (error) {
    if (error instanceof Refusal) throw error
    throw new Refusal(explain(error))
  } finally {
    await client.end().catch(() => {})
  }
}

function explain(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const where = 'the PostgreSQL at DATABASE_URL'
  if (['28P01', '28000'].includes(code)) return `${where} refuses this user or password. Check DATABASE_URL.`.replace(/^t/, 'T')
  if (code === '3D000') return 'The database named in DATABASE_URL does not exist. Create it (createdb NAME) or correct the name.'
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'The host in DATABASE_URL is not known. Check its name.'
  if (code === '53300') return 'The PostgreSQL at DATABASE_URL takes no more connections. Raise max_connections or stop something else.'
  const reason = code || (error instanceof Error ? error.message : String(error))
  return `The PostgreSQL at DATABASE_URL cannot be reached (${reason}). Start it, or check host and port.`
}
