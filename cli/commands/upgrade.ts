import { existsSync, readFileSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { dirname } from 'node:path'
import { backupBefore } from '#server/backup/back-up-before-migrating.ts'
import { openDatabase } from '#server/database/database.ts'
import { placesIn } from '#server/database/embedded/places.ts'
import { readMigrationState, type MigrationState } from '#server/database/migrate.ts'
import { silentLog } from '#server/integrations/silent-log.ts'
import { type Settings, unknownNames } from '#server/settings.ts'
import { lineOf } from '#server/settings/setting-issue.ts'
import { UserError } from '#server/common/user-error.ts'
import { jsonFlag, type Command, UsageError } from '../command.ts'
import { bytes, count } from '../terminal/amounts.ts'
import { bad, ok, printVerdict, type Verdict, warn } from '../terminal/verdict.ts'

export const upgrade: Command = {
  name: 'upgrade',
  args: '',
  purpose: 'Says what an update will change, before it does.',
  about:
    'Run it with the new version, before its first start, beside the running server or without one: the migrations that are waiting, the backup that is made before them, settings that this version does not know, Node, and disk space. Succeeds if nothing is waiting and nothing is wrong. The update itself is the start of the new version.',
  changes: 'Nothing. It migrates nothing and writes no file.',
  flags: { check: { meaning: 'Required: there is nothing else it does.' }, ...jsonFlag },
  examples: ['upgrade --check', 'upgrade --check --json'],
  async run({ has }, { settings, terminal, productVersion }) {
    if (!has('check')) throw new UsageError('Add --check, which changes nothing. The update itself is the start of this version: npm start')
    const found = await findWaiting(settings)
    const verdicts = [...migrationVerdicts(found, settings), ...settingVerdicts(), nodeVerdict(), await diskVerdict(found, settings)]
    if (has('json')) terminal.print(JSON.stringify({ version: productVersion, ...found, checks: verdicts }, null, 2))
    else for (const { name, state, text } of verdicts) printVerdict(terminal, { state, text: `${name}: ${text}` })
    const wrong = verdicts.filter(({ state }) => state === 'bad').length
    if (wrong > 0) throw new UserError(`${count(wrong, 'check')} failed. Correct that before you start this version.`)
    if (found.waiting.length > 0)
      throw new UserError(`${count(found.waiting.length, 'migration')} will be applied when this version starts.`)
  },
}

type DatabaseState = MigrationState & { databaseBytes: number }
type NamedVerdict = Verdict & { name: string }

async function findWaiting(settings: Settings): Promise<DatabaseState> {
  const isThere = settings.databaseUrl !== null || existsSync(placesIn(settings.dataDir).data)
  if (!isThere) return { applied: 0, waiting: [], newer: [], changed: [], unfinished: null, databaseBytes: 0 }
  await using database = await openDatabase(settings, silentLog, { as: 'visit', migrating: null })
  const { rows } = await database.pool.query<{ size: number }>('select pg_database_size(current_database())::float8 as size')
  const state = await readMigrationState(database.db)
  // An empty database gets its tables at the first start: no update waits.
  return { ...state, waiting: state.applied === 0 ? [] : state.waiting, databaseBytes: rows[0]?.size ?? 0 }
}

function migrationVerdicts({ applied, waiting, newer, changed, unfinished }: DatabaseState, settings: Settings): NamedVerdict[] {
  if (applied === 0) return [named('Migrations', ok('no data yet. The first start creates the tables.'))]
  const verdicts: Verdict[] = []
  if (newer.length === applied)
    verdicts.push(bad(`this database was made by another version of Carte, with none of this one’s migrations.`))
  else if (newer.length > 0)
    verdicts.push(warn(`the database is newer than this version, which works with it. Unknown here: ${newer.join(', ')}.`))
  if (changed.length > 0) verdicts.push(bad(`changed after they were applied: ${changed.join(', ')}. Restore these files.`))
  if (unfinished)
    verdicts.push(warn(`${unfinished} is running, or stopped half-way. If no server is starting, the next start finishes it.`))
  if (waiting.length === 0) return [...verdicts, ok('none waiting.')].map((verdict) => named('Migrations', verdict))
  verdicts.push(warn(`${waiting.length} waiting: ${waiting.join(', ')}.`))
  const file = backupBefore(settings.dataDir, waiting[0] ?? '')
  const backup = settings.backupBeforeMigrate
    ? ok(`the rows of a database with data go to ${file} first.`)
    : warn('BACKUP_BEFORE_MIGRATE is off. Make one: npm run carte -- backup FILE')
  return [...verdicts.map((verdict) => named('Migrations', verdict)), named('Backup', backup)]
}

function settingVerdicts(): NamedVerdict[] {
  const unknown = unknownNames(process.env)
  return unknown.length > 0
    ? unknown.map((issue) => named('Settings', bad(lineOf(issue))))
    : [named('Settings', ok('all are known to this version.'))]
}

function nodeVerdict(): NamedVerdict {
  const { engines } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as { engines: { node: string } }
  const oldest = Number(/\d+/.exec(engines.node)?.[0])
  const isOld = Number.parseInt(process.versions.node, 10) < oldest
  return named('Node', isOld ? bad(`${process.versions.node}. Install ${oldest} or newer.`) : ok(`${process.versions.node}.`))
}

/** A backup is compressed and has no indexes, so it is smaller than its database. */
async function diskVerdict({ waiting, databaseBytes }: DatabaseState, { dataDir, backupBeforeMigrate }: Settings): Promise<NamedVerdict> {
  let folder = dataDir
  while (!existsSync(folder)) folder = dirname(folder)
  const { bavail, bsize } = await statfs(folder)
  const free = bavail * bsize
  const isNeeded = backupBeforeMigrate && waiting.length > 0
  const text = `${bytes(free)} free in ${dataDir}${isNeeded ? `; the backup needs ${bytes(databaseBytes)} at most` : ''}.`
  return named(
    'Disk',
    isNeeded && free < databaseBytes ? warn(`${text} Free space first: without a backup, nothing is migrated.`) : ok(text),
  )
}

const named = (name: string, verdict: Verdict): NamedVerdict => ({ name, ...verdict })
