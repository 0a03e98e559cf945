import { createApp, type App } from '#server/app.ts'
import { readSettings } from '#server/settings.ts'
import { silentLog } from './silent-log.ts'
import { theSite } from './the-site.ts'

/** The app behind the running product: what is done here reaches its database, and by the database's notice its cache. */
export type House = Omit<App, typeof Symbol.asyncDispose>

let house: Promise<House> | undefined

/** One for all files of a worker; it ends with the worker. */
export const behindTheSite = () => (house ??= openBehindTheSite())

/** One with pages or settings of its own. */
export function openBehindTheSite({ pages = false, environment = {} }: { pages?: boolean; environment?: Record<string, string> } = {}) {
  const { databaseUrl, dataDir } = theSite()
  const settings = readSettings({ DATABASE_URL: databaseUrl, DATA_DIR: dataDir, DEMO: 'off', ...environment })
  return createApp(settings, { works: false, log: silentLog, pages })
}
