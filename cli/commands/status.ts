import { sql } from 'drizzle-orm'
import type { Database } from '#server/database/database.ts'
import { jsonFlag, type Command } from '../command.ts'
import type { Settings } from '#server/settings.ts'
import { describeStorage } from '#server/integrations/storage.ts'
import { bytes, count } from '../terminal/amounts.ts'
import { pairLines } from '../terminal/table.ts'

export const status: Command = {
  name: 'status',
  words: '',
  purpose: 'Says what is here: version, database, counts.',
  about: 'Where the data lies, how much there is, which migrations were applied, and how many servers are at work on it.',
  changes: 'Nothing, but migrations that are missing are applied, as at every start.',
  flags: jsonFlag,
  examples: ['status', 'status --json'],
  async run({ has }, house) {
    const { database } = await house.open()
    const found = await readStatus(database)
    const { settings, productVersion, terminal } = house
    if (has('json')) {
      terminal.say(
        JSON.stringify(
          {
            version: productVersion,
            dataDir: settings.dataDir,
            storage: describeStorage(settings),
            database: databaseName(settings),
            ...found,
          },
          null,
          2,
        ),
      )
      return
    }
    pairLines(pairsOf(found, settings, productVersion), terminal.columns).forEach(terminal.say)
  },
}

function pairsOf({ counts, postgres, servers, since, migrations }: Status, settings: Settings, version: string): [string, string][] {
  return [
    ['Version', `Carte ${version}`],
    ['Address', settings.publicUrl],
    [
      'Servers',
      servers > 0
        ? `${servers} running: ${since.map(({ host, at }) => `${host} since ${at.toISOString().slice(0, 16)}Z`).join(', ')}`
        : 'none running',
    ],
    ['Database', `${databaseName(settings)}, PostgreSQL ${postgres}, ${bytes(counts.databaseBytes)}`],
    ['Data folder', settings.dataDir],
    [
      'Migrations',
      `${migrations.count} applied, newest ${migrations.newest}${migrations.at ? ` (${migrations.at.toISOString().slice(0, 10)})` : ''}`,
    ],
    ['Cards', `${counts.cards}${counts.demoCards > 0 ? ` and ${count(counts.demoCards, 'demo card')}` : ''}`],
    ['Accounts', String(counts.accounts)],
    ['Contacts', String(counts.contacts)],
    ['Pictures', `${counts.pictures}, in ${describeStorage(settings)}`],
  ]
}

/** Where the database is, without what opens it. */
function databaseName({ databaseUrl }: Settings): string {
  if (databaseUrl === null) return 'embedded'
  const url = new URL(databaseUrl)
  const host = url.searchParams.get('host') ?? url.host
  return `${url.pathname.slice(1) || 'default'} on ${host || 'the local socket'}`
}

type Counts = { cards: number; demoCards: number; accounts: number; contacts: number; pictures: number; databaseBytes: number }
type Status = {
  counts: Counts
  postgres: string
  migrations: { count: number; newest: string; at: Date | null }
  servers: number
  since: { host: string; at: Date }[]
}

async function readStatus({ db }: Pick<Database, 'db'>): Promise<Status> {
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
