import { createApp, type App } from '#server/app.ts'
import type { Dns } from '#server/integrations/guard/dns.ts'
import { readSettings } from '#server/settings.ts'
import { silentLog } from '#server/integrations/silent-log.ts'
import { patientWaits } from './patient-waits.ts'
import { theSite } from './the-site.ts'

/** An app on the running product's database: its changes reach the product, and its cache by notification. */
export type SiteApp = Omit<App, typeof Symbol.asyncDispose>

let app: Promise<SiteApp> | undefined

/** Shared by all files of a worker; it ends with the worker. */
export const siteApp = () => (app ??= openSiteApp())

type SiteOptions = { pages?: boolean; environment?: Record<string, string>; dns?: Dns }

/** A separate one, with pages or other settings. */
export function openSiteApp({ pages = false, environment = {}, ...outside }: SiteOptions = {}) {
  const { databaseUrl, dataDir } = theSite()
  const settings = readSettings({ DATABASE_URL: databaseUrl, DATA_DIR: dataDir, DEMO: 'off', ...environment })
  return createApp(settings, { works: false, log: silentLog, pages, waits: patientWaits, ...outside })
}
