import { sql } from 'drizzle-orm'
import type { Db } from '../database.ts'
import { isPolling } from './poll.ts'

/** The servers and commands of this database, the oldest first: those that listen for changes and those that poll. */
export async function listServers(db: Db): Promise<{ host: string; at: Date }[]> {
  const { rows } = await db.execute<{ host: string; at: string }>(sql`
    select host, at::text as at from (
      select coalesce(host(client_addr), 'this machine') as host, backend_start as at from pg_stat_activity
        where datname = current_database() and application_name = 'carte-changes'
      union all select split_part(key, ' ', 2), split_part(key, ' ', 1)::timestamptz from spent where ${isPolling}
    ) as server order by server.at`)
  return rows.map(({ host, at }) => ({ host, at: new Date(at) }))
}
