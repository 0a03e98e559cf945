import type { App } from '#server/app.ts'
import { createApp } from '#server/app.ts'
import { listen } from '#server/listen.ts'
import { readSettings } from '#server/settings.ts'
import { portOf } from '../http/wire.ts'
import { aListeningLog, type Complaint } from './listening-log.ts'

export type Target = { app: App; port: number; complaints: Complaint[]; [Symbol.asyncDispose](): Promise<void> }

/** The whole product with its pages and its jobs, on a port of its own, behind what could be a proxy: so that limits see many callers. */
export async function aTarget({ databaseUrl, dataDir, pages }: { databaseUrl?: string; dataDir: string; pages: boolean }): Promise<Target> {
  const { log, complaints } = aListeningLog()
  const where = databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }
  const settings = readSettings({ ...where, DATA_DIR: dataDir, DEMO: 'off', TRUST_PROXY: 'on' })
  const app = await createApp(settings, { log, pages, works: true })
  const [listening] = await listen(app, { ...settings, host: '127.0.0.1', port: 0 })
  if (!listening) throw new Error('Nothing listens.')
  return {
    app,
    port: portOf(listening.server),
    complaints,
    async [Symbol.asyncDispose]() {
      listening.door.endAll()
      listening.server.closeAllConnections()
      listening.server.close()
      await app[Symbol.asyncDispose]()
    },
  }
}
