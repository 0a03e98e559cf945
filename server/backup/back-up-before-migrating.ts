import { existsSync } from 'node:fs'
import { readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { drizzle } from 'drizzle-orm/node-postgres'
import { codeOf } from '#server/common/code-of.ts'
import { makeDataFolder } from '#server/database/make-data-folder.ts'
import type { MigrateOptions } from '#server/database/migrate.ts'
import { openPool, unlimited } from '#server/database/pool.ts'
import { isDistributed } from '#server/database/sharding/migrate-distributed.ts'
import { systemClock } from '#server/integrations/clock.ts'
import type { Log } from '#server/integrations/log.ts'
import { readProductVersion } from '#server/common/product-version.ts'
import type { Settings } from '#server/settings.ts'
import { UserError } from '#server/common/user-error.ts'
import { readPassphrase } from './read-passphrase.ts'
import { writeBackup } from './write-backup.ts'

const backupsMax = 2
/** A server that is restarted after each failure makes one backup, not one for each start. */
const recentMs = 5 * 60_000
/** What a disk says that is full, or not ours to write. */
const diskErrors = ['ENOSPC', 'EDQUOT', 'EACCES', 'EPERM', 'EROFS', 'EEXIST', 'ENOTDIR', 'EIO']
/** One connection for the rows, one that blocks removals, one that locks the tables of a cluster. */
const connections = 3

const folderIn = (dataDir: string) => join(dataDir, 'backups')
/** Named by the migration, so a restart finds the backup that it made already. */
export const backupBefore = (dataDir: string, migration: string) =>
  join(folderIn(dataDir), `before-${migration.replace(/\.sql$/, '')}.backup`)

/** Rows only: no migration touches images. Runs on the schema before the migration, so it names no table that a migration made. */
export function backUpBeforeMigrating(settings: Settings, log: Log): NonNullable<MigrateOptions['backUp']> | null {
  const { dataDir } = settings
  if (!settings.backupBeforeMigrate) return null
  return async (connection, migration) => {
    const file = backupBefore(dataDir, migration)
    try {
      makeDataFolder(folderIn(dataDir))
      // The migration lock is held: no other process writes one.
      for (const one of await listIn(dataDir)) if (/\.backup\.new(\.unfinished-\w+)?$/.test(one)) await rm(one)
      if (existsSync(file) && systemClock.now().getTime() - (await stat(file)).mtimeMs < recentMs) return file
      log.info('backing-up', { file })
      await using stack = new AsyncDisposableStack()
      const pool = openPool(connection, log, connections, unlimited)
      stack.defer(() => pool.end())
      const database = { db: drizzle(pool), isCluster: await isDistributed(pool) }
      const version = `before ${readProductVersion()}`
      const never = new AbortController().signal
      const passphrase = await readPassphrase(settings.backupPassphraseFile)
      const made = `${file}.new`
      await writeBackup({ database, storage: null, clock: systemClock, productVersion: version, signal: never }, { file: made, passphrase })
      await rename(made, file)
      await removeOld(dataDir)
      return file
    } catch (error) {
      if (!(error instanceof UserError)) throw error
      const advice = diskErrors.includes(codeOf(error))
        ? `Free space or make ${folderIn(dataDir)} writable (it can be a link to another disk), then start again;`
        : 'Correct that and start again;'
      throw new UserError(
        `${error.message} The database was not migrated. ${advice} or set BACKUP_BEFORE_MIGRATE=off if you have a backup.`,
        { cause: error },
      )
    }
  }
}

const listIn = async (dataDir: string) =>
  (await readdir(folderIn(dataDir))).filter((name) => name.startsWith('before-')).map((name) => join(folderIn(dataDir), name))

async function removeOld(dataDir: string) {
  const files = await Promise.all((await listIn(dataDir)).map(async (file) => ({ file, ms: (await stat(file)).mtimeMs })))
  for (const { file } of files.toSorted((a, b) => b.ms - a.ms).slice(backupsMax)) await rm(file)
}
