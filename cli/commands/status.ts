import { jsonFlag, type Command } from '../command.ts'
import { readStatus, type Status } from '../read-status.ts'
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
