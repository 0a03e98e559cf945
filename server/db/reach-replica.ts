import pg from 'pg'
import type { Log } from '#server/outside/log.ts'
import { Refusal } from '#server/refusal.ts'
import { isAway } from './is-away.ts'
import { introduce } from './reach.ts'

const oldest = 15
const setting = 'DATABASE_REPLICA_URLS'

/** Refuses what can never be read from. One that is only away is no reason not to start: it is tried again. */
export async function checkReplica(primaryUrl: string, url: string, log: Log): Promise<void> {
  const host = hostOf(url)
  const said = await introduce({ connectionString: url }, setting).catch((error: unknown) => {
    if (isRefusal(error)) throw error
    log.warn('replica-away', { host, reason: error instanceof Error ? error.message : String(error) })
    return null
  })
  if (!said) return
  if (said.version < oldest)
    throw new Refusal(`The PostgreSQL ${host} in ${setting} is version ${said.version}; Carte needs ${oldest} or newer.`)
  if (!said.isStandby)
    throw new Refusal(`The PostgreSQL ${host} in ${setting} is no standby: it takes writes of its own. Name standbys of DATABASE_URL only.`)
  const [ours, theirs] = await Promise.all([primaryUrl, url].map(identifyAt))
  if (ours && theirs && ours !== theirs)
    throw new Refusal(`The PostgreSQL ${host} in ${setting} is a standby of another database than DATABASE_URL. Correct one of the two.`)
}

/** System and database; null where the user may not know, or the engine has no such thing. Throws where nobody answers. */
export async function identify(asked: pg.Pool | pg.Client): Promise<string | null> {
  try {
    const { rows } = await asked.query<{ is: string }>(
      `select system_identifier || '/' || current_database() as is from pg_control_system()`,
    )
    return rows[0]?.is ?? null
  } catch (error) {
    if (isAway(error)) throw error
    return null
  }
}

async function identifyAt(connectionString: string): Promise<string | null> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 5000, query_timeout: 5000 })
  client.on('error', () => {})
  try {
    await client.connect()
    return await identify(client)
  } catch {
    return null
  } finally {
    void client.end().catch(() => {})
  }
}

/** It answers, and says no: a wrong password, or no such database. Waiting does not change that. */
function isRefusal(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : null
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : ''
  const wantsPassword = cause instanceof Error && /SCRAM|client password must be a string/.test(cause.message)
  return wantsPassword || code.startsWith('28') || code === '3D000'
}

/** Never the whole address: a password is in it. */
export function hostOf(url: string): string {
  const { hostname, port, searchParams } = new URL(url)
  return `${searchParams.get('host') ?? hostname}${port ? `:${port}` : ''}`
}
