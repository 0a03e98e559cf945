import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '#server/database/database.ts'
import { silentLog } from '#server/integrations/silent-log.ts'
import { readSettings } from '#server/settings.ts'
import { aDatabase } from './database.ts'

/** An installation that only the command line uses, with a database and a folder of its own. */
export async function anInstallation(environment: NodeJS.ProcessEnv = {}) {
  const ends = new AsyncDisposableStack()
  const folder = await mkdtemp(join(tmpdir(), 'carte-installation-'))
  ends.defer(() => rm(folder, { recursive: true, force: true }))
  const made = ends.use(await aDatabase())
  const settings = readSettings({ ...environment, DATABASE_URL: made.url, DATA_DIR: folder })
  const database = ends.use(await openDatabase(settings, silentLog))
  return { folder, settings, database, [Symbol.asyncDispose]: () => ends.disposeAsync() }
}
