import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { UserError } from '#server/common/user-error.ts'
import { describeNewestBackup } from '../last-backups.ts'
import { placesIn } from './places.ts'

/** Refuses to start with pictures and no database, which was lost or is elsewhere: an empty one would show no cards. */
export function refuseLostDatabase({ databaseUrl, dataDir }: { databaseUrl: string | null; dataDir: string }): void {
  const { dir, data } = placesIn(dataDir)
  const pictures = join(dir, 'pictures')
  if (databaseUrl !== null || existsSync(data) || !existsSync(pictures) || readdirSync(pictures).length === 0) return
  throw new UserError(
    `DATA_DIR ${dir} contains images but no database. If the database is elsewhere, set DATABASE_URL. If it was lost, restore ${describeNewestBackup(dir)} into an empty DATA_DIR. To start over, move ${pictures} away.`,
  )
}

/** The folder of an embedded database that no server uses; null if one does, or if the database is elsewhere. */
export function findIdleFolder({ databaseUrl, dataDir }: { databaseUrl: string | null; dataDir: string }): string | null {
  const { dir, pidFile } = placesIn(dataDir)
  return databaseUrl !== null || existsSync(pidFile) ? null : dir
}

/** Refuses a command in a folder without an installation: in a new, empty one it would find nothing. */
export function refuseMissingDatabase({ databaseUrl, dataDir }: { databaseUrl: string | null; dataDir: string }): void {
  const { dir, data } = placesIn(dataDir)
  if (databaseUrl !== null || existsSync(data)) return
  throw new UserError(
    `DATA_DIR ${dir} has no database. Set DATA_DIR to the folder that “npm start” names under Data, or DATABASE_URL if the database is elsewhere.`,
  )
}
