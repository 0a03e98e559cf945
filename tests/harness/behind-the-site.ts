import { createApp } from '#server/app.ts'
import { readSettings } from '#server/settings.ts'
import { silentLog } from './silent-log.ts'
import { theSite } from './the-site.ts'

/** Behind the running product: acts done here reach its database, and by the database's own notice its kept pages. */
export async function behindTheSite({ pages = false, environment = {} }: { pages?: boolean; environment?: Record<string, string> } = {}) {
  const { databaseUrl, dataDir } = theSite()
  const settings = readSettings({ DATABASE_URL: databaseUrl, DATA_DIR: dataDir, DEMO: 'off', ...environment })
  return createApp(settings, { works: false, log: silentLog, pages })
}
