import { access, constants, statfs } from 'node:fs/promises'
import { sql, type SQL } from 'drizzle-orm'
import type { Health } from '#contract/admin/operator.ts'
import { countOpenReports, listAbuse } from '#server/abuse/track-reports.ts'
import { readLastAct } from '#server/audit/act-store.ts'
import { countTroubled } from '#server/billing/ledger/read-billing-desk.ts'
import { addDays, dayIn } from '#server/calendar.ts'
import type { Db } from '#server/database/database.ts'
import { readOldestWaitingSeconds, readQueues } from '#server/jobs/read-queues.ts'
import type { Clock } from '#server/integrations/clock.ts'
import { nullIfAway } from '#server/integrations/storage-away.ts'
import type { Storage } from '#server/integrations/storage.ts'
import { readProductVersion } from '#server/product-version.ts'
import type { Settings } from '#server/settings.ts'

type Needs = {
  db: Db
  storage: Storage
  clock: Clock
  settings: Pick<Settings, 'publicUrl' | 'databaseUrl' | 'dataDir' | 'smtpUrl'>
}
type Found = Health['counts'] & Omit<Health['database'], 'isEmbedded' | 'version' | 'answerMs'> & { postgres: string; servers: number }

/** How the installation is: everything an administrator looks at first. */
export async function readHealth(needs: Needs): Promise<Health> {
  const { db, storage, settings } = needs
  // Contacts have counters of their own; the rest is counted row by row: a second for a million cards.
  const { rows } = await db.execute<Found>(sql`select
    (select count(*)::int from subject where not is_demo) as cards,
    (select count(*)::int from subject where is_demo) as "demoCards",
    (select count(*)::int from account) as accounts,
    (select coalesce(sum(total), 0)::int from contact_count) as contacts,
    (select count(*)::int from picture) as pictures,
    pg_database_size(current_database())::float8 as bytes,
    current_setting('server_version') as postgres,
    current_setting('max_connections')::int as "connectionsMax",
    (select count(*)::int from pg_stat_activity where datname = current_database()) as connections,
    (select count(*)::int from migration) as migrations,
    (select coalesce(max(name), '') from migration) as newest,
    (select count(*)::int from pg_stat_activity where datname = current_database() and application_name = 'carte-changes') as servers`)
  const [found] = rows
  if (!found) throw new Error('a select without a from gives one row')
  const { postgres, bytes, servers, migrations, newest, connections, connectionsMax, ...counts } = found
  const [queues, oldestSeconds, backupAt, reports, failedEvents, trends, answerMs] = await Promise.all([
    readQueues(db),
    readOldestWaitingSeconds(db),
    readLastAct(db, 'backup'),
    readReports(db),
    countTroubled(db),
    readTrends(needs),
    timeAnswer(db),
  ])
  const sum = (of: 'waiting' | 'active' | 'retrying' | 'failed', those = queues) => those.reduce((all, queue) => all + queue[of], 0)
  const mails = queues.filter(({ name }) => /(^|[.-])mail(-|$)/.test(name))
  return {
    version: readProductVersion(),
    publicUrl: settings.publicUrl,
    database: {
      isEmbedded: settings.databaseUrl === null,
      version: postgres,
      bytes,
      migrations,
      newest,
      answerMs,
      connections,
      connectionsMax,
    },
    servers,
    backupAt: backupAt?.toISOString() ?? null,
    storage: { ...(await readDisk(settings.dataDir)), isAway: await isAway(storage) },
    jobs: { waiting: sum('waiting'), active: sum('active'), troubled: sum('retrying'), failed: sum('failed'), oldestSeconds },
    mail: {
      isSent: Boolean(settings.smtpUrl),
      server: settings.smtpUrl ? new URL(settings.smtpUrl).hostname : '',
      waiting: sum('waiting', mails) + sum('retrying', mails),
      failed: sum('failed', mails),
    },
    reports,
    billing: { failedEvents },
    trends,
    counts,
  }
}

async function timeAnswer(db: Db): Promise<number> {
  const begun = performance.now()
  await db.execute(sql`select 1`)
  return Math.round((performance.now() - begun) * 10) / 10
}

async function readReports(db: Db): Promise<Health['reports']> {
  const [open, [oldest]] = await Promise.all([countOpenReports(db), listAbuse(db, { isClosed: false, limit: 1 })])
  return { open, oldestAt: oldest?.at ?? null, oldestAlias: oldest?.alias ?? '' }
}

const trendDays = 14
const dayMs = 86_400_000

/** What came in by day, demo cards included. Indexes and totals hold the days, and ids grow with time: what is older is not read. */
async function readTrends({ db, clock }: Needs): Promise<Health['trends']> {
  const first = addDays(dayIn('UTC', clock.now()), 1 - trendDays)
  const begin = sql`${`${first}T00:00:00.000Z`}::timestamptz`
  const firstId = sql`${idAt(Date.parse(`${first}T00:00:00.000Z`))}::uuid`
  const dayOf = (moment: SQL) => sql`floor(extract(epoch from ${moment} - ${begin}) * 1000 / ${dayMs})::int`
  const { rows } = await db.execute<{ of: keyof Health['trends']; place: number; count: number }>(sql`
    select 'cards' as of, ${dayOf(sql`created_at`)} as place, count(*)::int as count from subject where id >= ${firstId} group by 2
    union all select 'accounts', ${dayOf(sql`created_at`)}, count(*)::int from account where id >= ${firstId} group by 2
    union all select 'contacts', ${dayOf(sql`date_created`)}, count(*)::int from contact where date_created >= ${begin} group by 2
    union all select 'views', day - ${first}::date, count::int from view_total where day >= ${first}::date`)
  const daysOf = (of: keyof Health['trends']) =>
    Array.from({ length: trendDays }, (_, day) => rows.find((row) => row.of === of && row.place === day)?.count ?? 0)
  return { cards: daysOf('cards'), contacts: daysOf('contacts'), views: daysOf('views'), accounts: daysOf('accounts') }
}

/** The least id that is made at a moment: see newId. */
function idAt(ms: number): string {
  const hex = ms.toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`
}

/** Asked now: what nobody looked at may have been away for hours. */
async function isAway(storage: Storage): Promise<boolean> {
  return (await storage.has('start').catch(nullIfAway)) === null
}

async function readDisk(dataDir: string): Promise<Omit<Health['storage'], 'isAway'>> {
  const isWritable = await access(dataDir, constants.W_OK).then(
    () => true,
    () => false,
  )
  const disk = await statfs(dataDir).catch(() => null)
  return { isWritable, freeBytes: disk && disk.bavail * disk.bsize, totalBytes: disk && disk.blocks * disk.bsize }
}
