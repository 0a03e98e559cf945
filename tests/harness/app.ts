import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createApp, type App } from '#server/app.ts'
import type { Outside } from '#server/outside/outside.ts'
import { readSettings, type Settings } from '#server/settings.ts'
import { aDatabase } from './database.ts'
import { silentLog } from './silent-log.ts'

export type TestApp = App & {
  /** A request as a browser would send it, without a port. */
  ask(path: string, init?: RequestInit): Promise<Response>
  settings: Settings
}

/** The whole server on a database and a data folder of its own. */
export async function anApp({
  settings: chosen = {},
  outside = {},
}: { settings?: Partial<Settings>; outside?: Partial<Outside> } = {}): Promise<TestApp> {
  const database = await aDatabase()
  const dataDir = await mkdtemp(join(tmpdir(), 'carte-app-'))
  const settings = { ...readSettings({ DATABASE_URL: database.url, DATA_DIR: dataDir, DEMO: 'off' }), ...chosen }
  const app = await createApp(settings, { log: silentLog, ...outside })

  return {
    ...app,
    settings,
    ask: (path, init) => app.fetch(new Request(new URL(path, settings.publicUrl), init)),
    async [Symbol.asyncDispose]() {
      await app[Symbol.asyncDispose]()
      await database[Symbol.asyncDispose]()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
