import { randomUUID } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Clock } from '#server/outside/clock.ts'
import type { Log } from '#server/outside/log.ts'
import type { Db } from './database.ts'
import { deleteInstallation, readInstallation, writeInstallation } from './installation.ts'

type Needs = { db: Db; clock: Clock; log: Log }

/**
 * Servers that share a database share their pictures: the name that lies in the folder stands in the database too. Another
 * folder is said and not refused: it may be the whole one, moved or brought back from a backup.
 */
export async function compareFolder({ db, clock, log }: Needs, dataDir: string): Promise<void> {
  const folder = join(dataDir, 'pictures')
  const path = join(folder, '.name')
  const here = await readFile(path, 'utf8').catch(() => null)
  const known = await readInstallation(db, 'pictures')
  if (here !== null && here === known) return

  const hint = 'The last server of this database had its pictures in another folder. Servers that run together must share one.'
  if (known !== null) log.warn('pictures-elsewhere', { folder, hint })
  const name = here ?? randomUUID()
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await writeFile(path, name, { mode: 0o600 })
  await writeInstallation(db, 'pictures', name, clock.now())
}

/** What came from elsewhere names a folder of there: the next server that starts names its own. */
export const forgetFolder = (tx: Db): Promise<void> => deleteInstallation(tx, 'pictures')
