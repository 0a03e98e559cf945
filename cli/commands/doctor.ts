import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readdir, statfs } from 'node:fs/promises'
import { totalmem } from 'node:os'
import { mailSteps } from '#contract/admin/admin-choices.ts'
import { testMailServer } from '#server/integrations/mail/test-mail.ts'
import { readMigrationState } from '#server/database/migrate.ts'
import { createStorage, describeStorage } from '#server/integrations/storage.ts'
import { UserError } from '#server/common/user-error.ts'
import { codeOf } from '#server/common/code-of.ts'
import { jsonFlag, type Command, type CommandContext } from '../command.ts'
import { checkPublicUrl, checkTls } from '../doctor/check-public-url.ts'
import { explainError } from '../explain-error.ts'
import { silentLog } from '#server/integrations/silent-log.ts'
import { bytes, count } from '../terminal/amounts.ts'
import { bad, ok, printVerdict, type Verdict, warn } from '../terminal/verdict.ts'
import { verdictOf } from './mail-test.ts'

/** A check can end in several verdicts. An error it throws is a red one. */
const checks: Record<string, (context: CommandContext) => Promise<Verdict | Verdict[]>> = {
  Database: checkDatabase,
  Storage: checkStorage,
  Mail: checkMail,
  Webhooks: checkWebhookHosts,
  'Public address': checkPublicUrl,
  TLS: checkTls,
  Time: checkTime,
  Disk: checkDisk,
  Memory: checkMemory,
}

export const doctor: Command = {
  name: 'doctor',
  args: '',
  purpose: 'Checks the whole installation and says what to do.',
  about:
    'Database, image storage, mail server, WEBHOOK_HOSTS, the public address with its proxy and certificate, time, disk and memory: good (✓), worth a look (!) or broken (✗). It works with or without a running server; only the public address needs one. Fails if something is broken.',
  changes: 'Nothing, except that an empty database gets its tables. A small file is stored and deleted.',
  flags: jsonFlag,
  examples: ['doctor', 'doctor --json'],
  async run({ has }, original) {
    const context = { ...original, open: () => original.open({ onlyFirst: true }) }
    const found: (Verdict & { name: string })[] = []
    for (const [name, check] of Object.entries(checks)) {
      const verdicts = await check(context).catch((error: unknown) => bad(explainError(error).lines.join(' ')))
      for (const verdict of [verdicts].flat()) {
        found.push({ name, ...verdict })
        if (!has('json')) printVerdict(context.terminal, { ...verdict, text: `${name}: ${verdict.text}` })
      }
    }
    if (has('json')) context.terminal.print(JSON.stringify(found, null, 2))
    const broken = found.filter(({ state }) => state === 'bad').length
    if (broken > 0) throw new UserError(`${count(broken, 'check')} failed.`)
  },
}

type DatabaseRow = {
  version: string
  ms: number
  bytes: number
  hasOldCollation: boolean
  connections: number
  connectionsMax: number
}

const skewSecondsMax = 2

async function checkDatabase({ open, settings, clock }: CommandContext): Promise<Verdict[]> {
  const { database } = await open()
  const { rows } = await database.pool.query<DatabaseRow>(`select current_setting('server_version') as version,
    extract(epoch from clock_timestamp())::float8 * 1000 as ms,
    pg_database_size(current_database())::float8 as bytes,
    (select coalesce(datcollversion <> pg_database_collation_actual_version(oid), false) from pg_database
      where datname = current_database()) as "hasOldCollation",
    (select count(*)::int from pg_stat_activity) as connections, current_setting('max_connections')::int as "connectionsMax"`)
  const [row] = rows
  if (!row) throw new Error('a select without a from gives one row')
  const where = settings.databaseUrl === null ? 'embedded' : database.connection.isPooled ? 'through a connection pooler' : 'your own'
  const verdicts = [ok(`PostgreSQL ${row.version}, ${where}, ${bytes(row.bytes)}.`)]
  const { waiting, unfinished } = await readMigrationState(database.db)
  if (waiting.length > 0)
    verdicts.push(
      warn(`${count(waiting.length, 'migration')} waiting${unfinished ? `, ${unfinished} unfinished` : ''}. See: upgrade --check`),
    )
  const skewSeconds = Math.round((clock.now().getTime() - row.ms) / 1000)
  if (Math.abs(skewSeconds) > skewSecondsMax)
    verdicts.push(
      warn(
        `its clock is ${count(Math.abs(skewSeconds), 'second')} ${skewSeconds > 0 ? 'behind' : 'ahead of'} this machine’s. Synchronize both with NTP; see docs/runbooks/clock-skew.md.`,
      ),
    )
  if (row.hasOldCollation)
    verdicts.push(
      warn(
        'the operating system’s sort order changed since the database was created, so its indexes can be wrong. Run REINDEX DATABASE, then ALTER DATABASE … REFRESH COLLATION VERSION.',
      ),
    )
  if (row.connections > 0.8 * row.connectionsMax)
    verdicts.push(
      warn(`${row.connections} of ${row.connectionsMax} connections are in use. Raise max_connections, or stop what doesn’t need them.`),
    )
  return verdicts
}

async function checkStorage({ settings }: CommandContext): Promise<Verdict> {
  const storage = await createStorage(settings, silentLog)
  await storage.reach()
  const folder = `doctor-${randomUUID()}/`
  const written = Buffer.from('a test of the storage')
  try {
    await storage.put(`${folder}word`, written)
    const read = await storage.get(`${folder}word`)
    await storage.remove(folder)
    if (read === null || !read.equals(written)) return bad('what was written can’t be read back. Check the disk or the storage provider.')
  } catch (error) {
    if (settings.storage !== 'disk') throw error
    return bad(
      `${describeStorage(settings)} can’t be written (${codeOf(error) || error}). Free space, or give the folder to the user that runs Carte.`,
    )
  }
  return ok(`written, read and deleted in ${describeStorage(settings)}.`)
}

async function checkMail(context: CommandContext): Promise<Verdict> {
  if (!context.settings.smtpUrl)
    return warn('SMTP_URL is not set, so emails are only files in DATA_DIR/outbox. Without it, no one gets a login link.')
  const steps = await Array.fromAsync(testMailServer(context))
  const worst = steps.find(({ step }) => mailSteps[step] === 'bad') ?? steps.find(({ step }) => mailSteps[step] === 'warn')
  if (worst) return verdictOf(worst)
  return ok(`${steps.map((step) => verdictOf(step).text).join(' ')} To see that email arrives: mail test ADDRESS`)
}

/** When sending, a receiver that DNS does not know looks like one that is down. */
async function checkWebhookHosts({ settings, dns }: CommandContext): Promise<Verdict[]> {
  return Promise.all(
    settings.webhookHosts.map(async (host) => {
      const addresses = await dns.addresses(new URL(`https://${host}`).hostname.replaceAll(/[[\]]/g, '')).catch(() => [])
      if (addresses.length === 0) return warn(`${host} in WEBHOOK_HOSTS can’t be resolved. Check its name and this machine’s DNS.`)
      return ok(`${host} in WEBHOOK_HOSTS is ${addresses.join(', ')}.`)
    }),
  )
}

/** systemd creates it after the first synchronization. */
const synchronizedFile = '/run/systemd/timesync/synchronized'

async function checkTime({ clock }: CommandContext): Promise<Verdict> {
  const now = clock.now()
  const written = `${now.toISOString().slice(0, 16).replace('T', ' ')} UTC`
  // Migrations are named by the minute they were written.
  const newest = (await readdir(new URL('../../migrations/', import.meta.url))).toSorted().at(-1) ?? ''
  const earliest = newest.replace(/^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d).*$/, '$1-$2-$3T$4:$5:00Z')
  if (now < new Date(earliest)) return bad(`the clock says ${written}, before this version was made. Set it: timedatectl set-ntp true`)
  return ok(`${written}${existsSync(synchronizedFile) ? ', synchronized' : ''}.`)
}

const gigabyte = 1e9
const diskFreeMin = { good: 2 * gigabyte, any: 0.2 * gigabyte }

async function checkDisk({ settings: { dataDir } }: CommandContext): Promise<Verdict> {
  const { bavail, bsize, files, ffree } = await statfs(dataDir)
  const free = bavail * bsize
  const text = `${bytes(free)} free in ${dataDir}`
  if (free < diskFreeMin.any)
    return bad(`${text}. Saving fails soon: delete old backups or add space; see docs/runbooks/disk-nearly-full.md.`)
  if (free < diskFreeMin.good) return warn(`${text}. Delete old backups or add space; see docs/runbooks/disk-nearly-full.md.`)
  // Some file systems have no limit and report none.
  if (files > 0 && ffree < files / 100) return warn(`${text}, but nearly no inodes. Delete what consists of many small files.`)
  return ok(`${text}.`)
}

const memoryMin = { total: 0.5 * gigabyte, available: 0.1 * gigabyte }

async function checkMemory(): Promise<Verdict> {
  // A container's limit, if there is one.
  const total = Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY)
  const available = process.availableMemory()
  const text = `${bytes(available)} of ${bytes(total)} available`
  if (total < memoryMin.total || available < memoryMin.available)
    return warn(`${text}. Carte with its database needs about 350 MB: add memory or swap, or stop other programs.`)
  return ok(`${text}.`)
}
