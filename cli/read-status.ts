import { sql } from 'drizzle-orm'
import type { Database } from '#server/database/database.ts'

type Counts = { cards: number; demoCards: number; accounts: number; contacts: number; pictures: number; databaseBytes: number }
export type Status = {
  counts: Counts
  postgres: string
  migrations: { count: number; newest: string; at: Date | null }
  servers: number
  since: { host: string; at: Date }[]
}

export async function readStatus({ db }: Pick<Database, 'db'>): Promise<Status> {
  const { rows } = await db.execute<Counts & { postgres: string; servers: number; since: { host: string; at: Date }[] }>(sql`select
    (select count(*)::int from subject where not is_demo) as cards,
    (select count(*)::int from subject where is_demo) as "demoCards",
    (select count(*)::int from account) as accounts,
    (select count(*)::int from contact) as contacts,
    (select count(*)::int from picture) as pictures,
    pg_database_size(current_database())::float8 as "databaseBytes",
    current_setting('server_version') as postgres,
    (select count(*)::int from pg_stat_activity where datname = current_database() and application_name = 'carte-changes') as servers`)
  const { rows: migrations } = await db.execute<{ name: string; at: string }>(
    sql`select name, applied_at::text as at from migration order by name`,
  )
  // Each listens to changes on one connection; the youngest of them is ours.
  const { rows: listening } = await db.execute<{ host: string; at: string }>(sql`
    select coalesce(host(client_addr), 'this machine') as host, backend_start::text as at from pg_stat_activity
    where datname = current_database() and application_name = 'carte-changes' order by backend_start`)
  const [row] = rows
  if (!row) throw new Error('a select without a from gives one row')
  const { postgres, servers, ...counts } = row
  const newest = migrations.at(-1)
  return {
    counts,
    postgres,
    servers: servers - 1,
    since: listening.slice(0, servers - 1).map(({ host, at }) => ({ host, at: new Date(at) })),
    migrations: { count: migrations.length, newest: newest?.name ?? 'none', at: newest ? new Date(newest.at) : null },
  }
}
