import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { Refusal } from '#server/refusal.ts'
import { describeNewestBackup } from '../last-backups.ts'
import { placesIn } from './places.ts'

/** Pictures without the database that names them: it was lost, or is elsewhere. An empty one beside them would show nobody's card. */
export function refuseLostDatabase({ databaseUrl, dataDir }: { databaseUrl: string | null; dataDir: string }): void {
  const { dir, data } = placesIn(dataDir)
  const pictures = join(dir, 'pictures')
  if (databaseUrl !== null || existsSync(data) || !existsSync(pictures) || readdirSync(pictures).length === 0) return
  throw new Refusal(
    `DATA_DIR ${dir} holds pictures and no database. Is it elsewhere, set DATABASE_URL; was it lost, restore ${describeNewestBackup(dir)} into an empty DATA_DIR; to begin anew, take ${pictures} away.`,
  )
}
