import { randomBytes } from 'node:crypto'
import { stat, statfs } from 'node:fs/promises'
import { sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import type { Connection } from '#server/database/client.ts'
import type { Db } from '#server/database/database.ts'
import { hasCode } from '#server/database/is-away.ts'
import { migrate } from '#server/database/migrate.ts'
import { openPool, unlimited } from '#server/database/pool.ts'
import type { Storage } from '#server/integrations/storage.ts'
import { BackupError } from './explain-failure.ts'
import type { Manifest } from './manifest.ts'
import { checkBackup, type BackupFile } from './read-backup.ts'
import { restoreBackup } from './restore-backup.ts'
import { recordRun, type RunDeps } from './run-backup.ts'
import type { RunResult } from './runs.ts'
import { ownBackups } from './schedule.ts'

/** Reads the newest backup back from BACKUP_TO, restores it into a database of its own, compares every table and drops it. */
export function rehearse(deps: RunDeps, idleMs?: number): Promise<RunResult> {
  return recordRun(deps, 'rehearsal', idleMs, async ({ db, target, installation, passphrase, signal, onProgress }, report) => {
    await target.sweep()
    const [newest] = ownBackups(await target.names(), installation, deps.clock.now())
    if (newest === undefined) throw new BackupError('none', 'There is no backup of this installation to rehearse. Make one first.')
    report.file = newest
    await target.fetch(newest, async (file) => {
      report.bytes = (await stat(file)).size
      // Whether it can be read matters more than where it can be restored.
      const manifest = await checkBackup({ file, passphrase, onProgress })
      await whileScratch(deps, { db, installation }, (scratch) =>
        restoreInto(scratch, deps, { file, passphrase, onProgress, signal }, manifest),
      )
    })
  })
}

type Scratch = { db: Db; connection: Connection }

async function restoreInto(
  { db, connection }: Scratch,
  { database: { workLocks } }: RunDeps,
  { signal, ...backup }: BackupFile & { signal: AbortSignal },
  { pictures }: Manifest,
) {
  let imageCount = 0
  const changes = { write: <T>(work: (tx: Db, notify: () => void) => Promise<T>) => db.transaction((tx) => work(tx, () => {})) }
  const storage = { ...nowhere, put: async () => void imageCount++ }
  await restoreBackup({ database: { db, connection, workLocks, isCluster: false }, changes, storage, signal, place: 'rehearsal' }, backup, {
    replaces: false,
  })
  if (imageCount !== pictures.length) throw new BackupError('unusable', `The backup lists ${pictures.length} images and has ${imageCount}.`)
}

/** Images are compared with their checksums as they are read; a rehearsal stores none. */
const nowhere: Storage = {
  put: async () => {},
  get: async () => null,
  has: async () => false,
  remove: async () => {},
  async *keys() {},
  async *files() {},
  owner: async () => null,
  own: async () => {},
  reach: async () => {},
  isAway: () => false,
}

/** Creates a database, drops it afterwards, and drops those that interrupted rehearsals of this installation left. */
async function whileScratch(
  { database, log, settings }: RunDeps,
  { db, installation }: { db: Db; installation: string },
  work: (scratch: Scratch) => Promise<void>,
): Promise<void> {
  if (!database.direct)
    throw new BackupError(
      'not-restored',
      'The backup was read and every checksum is right, but it was not restored: DATABASE_URL leads through a pooler, which knows no new database. Set DATABASE_DIRECT_URL.',
    )
  const prefix = `carte_rehearsal_${installation}_`
  const { rows } = await db.execute<{ name: string }>(sql`select datname as name from pg_database where starts_with(datname, ${prefix})`)
  for (const { name } of rows) await drop(db, name)
  const name = prefix + randomBytes(4).toString('hex')
  if (settings.databaseUrl === null) await checkSpace(db, settings.dataDir)
  await createDatabase(db, name)
  try {
    const connection = toDatabase(database.direct, name)
    await migrate(connection, log)
    const pool = openPool(connection, log, 3, unlimited)
    try {
      await work({ db: drizzle(pool), connection })
    } finally {
      await pool.end()
    }
  } finally {
    await drop(db, name)
  }
}

/** The embedded database shares the disk with this copy of it, and stops when that is full. */
async function checkSpace(db: Db, dataDir: string) {
  const { rows } = await db.execute<{ bytes: number }>(sql`select pg_database_size(current_database())::float8 as bytes`)
  const { bavail, bsize } = await statfs(dataDir)
  const [needed, free] = [2 * (rows[0]?.bytes ?? 0), bavail * bsize].map((bytes) => Math.ceil(bytes / 1024 ** 2))
  if (Number(free) < Number(needed))
    throw new BackupError(
      'full',
      `The backup was read and every checksum is right, but it was not restored: that needs ${needed} MiB in ${dataDir}, and ${free} MiB are free.`,
    )
}

const drop = (db: Db, name: string) => db.execute(sql`drop database if exists ${sql.identifier(name)} with (force)`)

async function createDatabase(db: Db, name: string) {
  try {
    await db.execute(sql`create database ${sql.identifier(name)} encoding 'UTF8' template template0`)
  } catch (error) {
    if (!hasCode(error, '42501')) throw error
    const { rows } = await db.execute<{ role: string }>(sql`select quote_ident(current_user) as role`)
    throw new BackupError(
      'not-restored',
      `The backup was read and every checksum is right, but it was not restored: the role ${rows[0]?.role} may not create databases. Run as a superuser: alter role ${rows[0]?.role} createdb`,
      { cause: error },
    )
  }
}

function toDatabase(connection: Connection, name: string): Connection {
  const renamed = (url: string) => {
    const [, start = '', query = ''] = /^([a-z]+:\/\/[^/?]*)(?:\/[^?]*)?(\?.*)?$/.exec(url) ?? []
    return `${start}/${name}${query}`
  }
  const { connectionString, hosts } = connection
  return {
    ...connection,
    database: name,
    ...(connectionString && { connectionString: renamed(connectionString) }),
    ...(hosts && { hosts: hosts.map(renamed) }),
  }
}
