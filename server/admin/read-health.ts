import { access, constants, statfs } from 'node:fs/promises'
import { sql } from 'drizzle-orm'
import type { Health } from '#contract/admin/operator.ts'
import type { Db } from '#server/database/database.ts'
import { readQueues } from '#server/jobs/read-queues.ts'
import { nullIfAway } from '#server/integrations/storage-away.ts'
import type { Storage } from '#server/integrations/storage.ts'
import { readProductVersion } from '#server/product-version.ts'
import type { Settings } from '#server/settings.ts'

type Needs = { db: Db; storage: Storage; settings: Pick<Settings, 'publicUrl' | 'databaseUrl' | 'dataDir' | 'smtpUrl'> }
type Found = Health['counts'] & { postgres: string; bytes: number; servers: number; migrations: number; newest: string }

/** How the installation is: everything an operator looks at first. */
export async function readHealth({ db, storage, settings }: Needs): Promise<Health> {
  // Contacts have counters of their own; the rest is counted row by row: a second for a million cards.
  const { rows } = await db.execute<Found>(sql`select
    (select count(*)::int from subject where not is_demo) as cards,
    (select count(*)::int from subject where is_demo) as "demoCards",
    (select count(*)::int from account) as accounts,
    (select coalesce(sum(total), 0)::int from contact_count) as contacts,
    (select count(*)::int from picture) as pictures,
    pg_database_size(current_database())::float8 as bytes,
    current_setting('server_version') as postgres,
    (select count(*)::int from migration) as migrations,
    (select coalesce(max(name), '') from migration) as newest,
    (select count(*)::int from pg_stat_activity where datname = current_database() and application_name = 'carte-changes') as servers`)
  const [found] = rows
  if (!found) throw new Error('a select without a from gives one row')
  const { postgres, bytes, servers, migrations, newest, ...counts } = found
  const queues = await readQueues(db)
  const sum = (of: 'waiting' | 'retrying' | 'failed') => queues.reduce((all, queue) => all + queue[of], 0)
  return {
    version: readProductVersion(),
    publicUrl: settings.publicUrl,
    database: { isEmbedded: settings.databaseUrl === null, version: postgres, bytes, migrations, newest },
    servers,
    storage: { ...(await readDisk(settings.dataDir)), isAway: await isAway(storage) },
    jobs: { waiting: sum('waiting'), troubled: sum('retrying'), failed: sum('failed') },
    mail: { isSent: Boolean(settings.smtpUrl) },
    counts,
  }
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
  return { isWritable, freeBytes: disk && disk.bavail * disk.bsize }
}
