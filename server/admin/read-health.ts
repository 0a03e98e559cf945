import { access, constants, statfs } from 'node:fs/promises'
import { sql, type SQL } from 'drizzle-orm'
import type { Health } from '#contract/admin/admin.ts'
import { countOpenReports, listReportsWithCards } from '#server/abuse/manage-reports.ts'
import { proposeFolder } from '#server/backup/propose-folder.ts'
import { listRuns, readLastGood, readLatestErrors } from '#server/backup/runs.ts'
import { countFailedEvents } from '#server/billing/ledger/read-billing-overview.ts'
import { addDays, dayIn } from '#server/common/calendar.ts'
import { phoneAccess } from '#server/common/phone-access.ts'
import { listServers } from '#server/database/changes/list-servers.ts'
import type { Db } from '#server/database/database.ts'
import { readOldestWaitingSeconds, readQueues } from '#server/jobs/read-queues.ts'
import type { Clock } from '#server/integrations/clock.ts'
import { nullIfUnavailable } from '#server/integrations/storage-error.ts'
import type { Storage } from '#server/integrations/storage.ts'
import { readViewsOfCards } from '#server/visits/read-views-of-cards.ts'
import { readProductVersion } from '#server/common/product-version.ts'
import type { Settings } from '#server/settings.ts'

type Deps = {
  db: Db
  storage: Storage
  clock: Clock
  settings: Pick<Settings, 'plans' | 'host' | 'port' | 'publicUrl' | 'databaseUrl' | 'dataDir' | 'smtpUrl' | 'backupTo' | 'backupEvery'>
}
type HealthRow = Omit<Health['counts'], 'demoCards'> &
  Omit<Health['database'], 'isEmbedded' | 'version' | 'answerMs'> & { postgres: string }

/** The health of the installation. */
export async function readHealth(deps: Deps): Promise<Health> {
  const { db, storage, settings } = deps
  const demo = await readDemo(db)
  // Contacts have counters; the rest is counted row by row, in about a second for a million cards.
  const { rows } = await db.execute<HealthRow>(sql`select
    (select count(*)::int from subject where not is_demo) as cards,
    (select count(*)::int from account where id <> all(${demo.accounts})) as accounts,
    (select coalesce(sum(total), 0)::int from contact_count where subject_id <> all(${demo.cards})) as contacts,
    (select count(*)::int from picture) as pictures,
    pg_database_size(current_database())::float8 as bytes,
    current_setting('server_version') as postgres,
    current_setting('max_connections')::int as "connectionsMax",
    (select count(*)::int from pg_stat_activity where datname = current_database()) as connections,
    (select count(*)::int from migration) as migrations,
    (select coalesce(max(name), '') from migration) as newest`)
  const [found] = rows
  if (!found) throw new Error('a select without a from gives one row')
  const { postgres, bytes, migrations, newest, connections, connectionsMax, ...counts } = found
  const [queues, oldestSeconds, backupAt, rehearsedAt, backupRuns, backupErrors, reports, failedEvents, trends, answerMs, servers] =
    await Promise.all([
      readQueues(db),
      readOldestWaitingSeconds(db),
      readLastGood(db, 'backup'),
      readLastGood(db, 'rehearsal'),
      listRuns(db, latestBackups + 1, { kind: 'backup' }),
      readLatestErrors(db),
      readReports(db),
      countFailedEvents(db),
      readTrends(deps, demo),
      timeAnswer(db),
      listServers(db),
    ])
  const sum = (of: 'waiting' | 'active' | 'retrying' | 'failed', those = queues) => those.reduce((all, queue) => all + queue[of], 0)
  const mails = queues.filter(({ name }) => /(^|[.-])mail(-|$)/.test(name))
  return {
    version: readProductVersion(),
    publicUrl: settings.publicUrl,
    phoneUrl: phoneUrlOf(settings),
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
    servers: servers.length,
    backupAt: backupAt?.toISOString() ?? null,
    backups: {
      isScheduled: settings.backupTo !== '',
      proposal: await proposeFolder(settings.dataDir),
      everyHours: settings.backupEvery / 3_600_000,
      rehearsedAt: rehearsedAt?.toISOString() ?? null,
      latest: backupRuns
        .filter(({ endedAt }) => endedAt !== null)
        .slice(0, latestBackups)
        .map(({ error }) => error === null)
        .toReversed(),
      failed: backupErrors.backup,
      rehearsalFailed: backupErrors.rehearsal,
    },
    storage: { ...(await readDisk(settings.dataDir)), isAway: await isAway(storage) },
    jobs: { waiting: sum('waiting'), active: sum('active'), failing: sum('retrying'), failed: sum('failed'), oldestSeconds },
    mail: {
      isSent: Boolean(settings.smtpUrl),
      server: settings.smtpUrl ? new URL(settings.smtpUrl).hostname : '',
      waiting: sum('waiting', mails) + sum('retrying', mails),
      retrying: sum('retrying', mails),
      failed: sum('failed', mails),
    },
    reports,
    // Their page is not there without plans.
    billing: { failedEvents: settings.plans ? failedEvents : 0 },
    trends,
    counts: { ...counts, demoCards: demo.ids.length },
  }
}

type Demo = { ids: string[]; cards: SQL; accounts: SQL }

/** Figures are about people: without the demo's cards, and without the accounts that have only those. */
async function readDemo(db: Db): Promise<Demo> {
  const asList = (ids: readonly string[]) => sql`${sql.param([...ids])}::uuid[]`
  const { rows: cards } = await db.execute<{ id: string }>(sql`select id from subject where is_demo`)
  const ids = cards.map(({ id }) => id)
  const { rows: accounts } = await db.execute<{ id: string }>(sql`
    select distinct account.id from membership join account on account.id = account_id
    where subject_id = any(${asList(ids)}) and not is_operator and not exists (
      select from membership as other where other.account_id = account.id and other.subject_id <> all(${asList(ids)}))`)
  return { ids, cards: asList(ids), accounts: asList(accounts.map(({ id }) => id)) }
}

function phoneUrlOf(settings: Deps['settings']): string | null {
  const access = phoneAccess(settings)
  return access && !access.isOpen ? access.address : null
}

/** One more may be running. */
const latestBackups = 14

async function timeAnswer(db: Db): Promise<number> {
  const started = performance.now()
  await db.execute(sql`select 1`)
  return Math.round((performance.now() - started) * 10) / 10
}

async function readReports(db: Db): Promise<Health['reports']> {
  const [open, { reports }] = await Promise.all([countOpenReports(db), listReportsWithCards(db, { isClosed: false, limit: 1 })])
  const [oldest] = reports
  return { open, oldestAt: oldest?.at ?? null, oldestAlias: oldest?.alias ?? '' }
}

const trendDays = 14
const dayMs = 86_400_000

/** New rows by day. Ids grow with time and view totals are by day, so older rows aren't read. */
async function readTrends({ db, clock }: Deps, demo: Demo): Promise<Health['trends']> {
  const first = addDays(dayIn('UTC', clock.now()), 1 - trendDays)
  const begin = sql`${`${first}T00:00:00.000Z`}::timestamptz`
  const firstId = sql`${idAt(Date.parse(`${first}T00:00:00.000Z`))}::uuid`
  const dayOf = (moment: SQL) => sql`floor(extract(epoch from ${moment} - ${begin}) * 1000 / ${dayMs})::int`
  const { rows } = await db.execute<{ of: keyof Health['trends']; place: number; count: number }>(sql`
    select 'cards' as of, ${dayOf(sql`created_at`)} as place, count(*)::int as count from subject where id >= ${firstId} and not is_demo group by 2
    union all select 'accounts', ${dayOf(sql`created_at`)}, count(*)::int from account where id >= ${firstId} and id <> all(${demo.accounts}) group by 2
    union all select 'contacts', ${dayOf(sql`date_created`)}, count(*)::int from contact where date_created >= ${begin} and subject_id <> all(${demo.cards}) group by 2
    union all select 'views', day - ${first}::date, count::int from view_total where day >= ${first}::date`)
  const daysOf = (of: keyof Health['trends']) =>
    Array.from({ length: trendDays }, (_, day) => rows.find((row) => row.of === of && row.place === day)?.count ?? 0)
  const demoViews = new Map((await readViewsOfCards(db, demo.ids, first)).map(({ day, count }) => [day, count]))
  const views = daysOf('views').map((count, place) => Math.max(count - (demoViews.get(addDays(first, place)) ?? 0), 0))
  return { cards: daysOf('cards'), contacts: daysOf('contacts'), views, accounts: daysOf('accounts') }
}

/** The smallest id that newId creates at a moment. */
function idAt(ms: number): string {
  const hex = ms.toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`
}

/** Checked on request: storage that no one used may have been unavailable for hours. */
async function isAway(storage: Storage): Promise<boolean> {
  return (await storage.has('start').catch(nullIfUnavailable)) === null
}

async function readDisk(dataDir: string): Promise<Omit<Health['storage'], 'isAway'>> {
  const isWritable = await access(dataDir, constants.W_OK).then(
    () => true,
    () => false,
  )
  const disk = await statfs(dataDir).catch(() => null)
  return { isWritable, freeBytes: disk && disk.bavail * disk.bsize, totalBytes: disk && disk.blocks * disk.bsize }
}
