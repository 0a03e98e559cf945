import { sql } from 'drizzle-orm'
import { listServers } from '#server/database/changes/list-servers.ts'
import { urlsPerHost } from '#server/database/client.ts'
import type { Database } from '#server/database/database.ts'
import { parseAddress } from '#server/database/tls.ts'
import { readMigrationState } from '#server/database/migrate.ts'
import { jsonFlag, type Command } from '../command.ts'
import type { Settings } from '#server/settings.ts'
import { describeStorage } from '#server/integrations/storage.ts'
import { bytes, count } from '../terminal/amounts.ts'
import { pairLines } from '../terminal/table.ts'

export const status: Command = {
  name: 'status',
  args: '',
  purpose: 'Shows version, database and counts.',
  about: 'Where the data is, how much there is, which migrations were applied, and how many servers are running.',
  changes: 'Nothing, except that an empty database gets its tables.',
  flags: jsonFlag,
  examples: ['status', 'status --json'],
  async run({ has }, context) {
    const { database } = await context.open({ onlyFirst: true })
    const found = await readStatus(database)
    const { settings, productVersion, terminal } = context
    if (has('json')) {
      terminal.print(
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
    pairLines(pairsOf(found, settings, productVersion), terminal.columns).forEach(terminal.print)
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
      `${migrations.count} applied, newest ${migrations.newest}${migrations.at ? ` (${migrations.at.toISOString().slice(0, 10)})` : ''}${migrations.waiting > 0 ? `; ${migrations.waiting} waiting (upgrade --check)` : ''}`,
    ],
    ['Cards', `${counts.cards}${counts.demoCards > 0 ? ` and ${count(counts.demoCards, 'demo card')}` : ''}`],
    ['Accounts', String(counts.accounts)],
    ['Contacts', String(counts.contacts)],
    ['Pictures', `${counts.pictures}, in ${describeStorage(settings)}`],
  ]
}

/** Where the database is, without its credentials. */
function databaseName({ databaseUrl }: Settings): string {
  if (databaseUrl === null) return 'embedded'
  const urls = urlsPerHost(databaseUrl).map((url) => parseAddress(url, 'DATABASE_URL'))
  const hosts = urls.map((url) => url.searchParams.get('host') ?? url.host)
  return `${urls[0]?.pathname.slice(1) || 'default'} on ${hosts.join(', ') || 'the local socket'}`
}

type Counts = { cards: number; demoCards: number; accounts: number; contacts: number; pictures: number; databaseBytes: number }
type Status = {
  counts: Counts
  postgres: string
  migrations: { count: number; newest: string; at: Date | null; waiting: number }
  servers: number
  since: { host: string; at: Date }[]
}

async function readStatus({ db }: Pick<Database, 'db'>): Promise<Status> {
  const { rows } = await db.execute<Counts & { postgres: string }>(sql`select
    (select count(*)::int from subject where not is_demo) as cards,
    (select count(*)::int from subject where is_demo) as "demoCards",
    (select count(*)::int from account) as accounts,
    (select count(*)::int from contact) as contacts,
    (select count(*)::int from picture) as pictures,
    pg_database_size(current_database())::float8 as "databaseBytes",
    current_setting('server_version') as postgres`)
  const { rows: migrations } = await db.execute<{ name: string; at: string }>(
    sql`select name, applied_at::text as at from migration order by name`,
  )
  const { waiting } = await readMigrationState(db)
  // The newest is this command itself.
  const since = (await listServers(db)).slice(0, -1)
  const [row] = rows
  if (!row) throw new Error('a select without a from gives one row')
  const { postgres, ...counts } = row
  const newest = migrations.at(-1)
  return {
    counts,
    postgres,
    servers: since.length,
    since,
    migrations: {
      count: migrations.length,
      newest: newest?.name ?? 'none',
      at: newest ? new Date(newest.at) : null,
      waiting: waiting.length,
    },
  }
}
