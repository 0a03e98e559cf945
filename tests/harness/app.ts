import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { addresses } from '#contract/addresses.ts'
import type { Api } from '#contract/api.ts'
import { createApp, type App } from '#server/app.ts'
import type { Outside, OutsideWithDb } from '#server/outside/outside.ts'
import { readSettings, type Settings } from '#server/settings.ts'
import { createClient } from '../../web/platform/client.ts'
import { aDatabase } from './database.ts'
import { silentLog } from './silent-log.ts'

export type TestApp = App & {
  settings: Settings
  /** A request as it would come in, without a port. */
  ask(path: string, init?: RequestInit): Promise<Response>
  /** A call of the contract by name, over HTTP. */
  call: Api['call']
}

type Wishes = { settings?: Partial<Settings>; outside?: Partial<Outside & OutsideWithDb>; pages?: boolean }

/** The whole server on a database and a data folder of its own. `pages: true` wants the web build; calls do without. */
export async function anApp({ settings: chosen = {}, outside = {}, pages = false }: Wishes = {}): Promise<TestApp> {
  const database = await aDatabase()
  const dataDir = await mkdtemp(join(tmpdir(), 'carte-app-'))
  const settings = { ...readSettings({ DATABASE_URL: database.url, DATA_DIR: dataDir, DEMO: 'off' }), ...chosen }
  const app = await createApp(settings, { log: silentLog, pages, works: false, ...outside })
  const ask = (path: string, init?: RequestInit) => app.fetch(new Request(new URL(path, settings.publicUrl), init))

  return {
    ...app,
    settings,
    ask,
    call: createClient({ addresses, slug: settings.productSlug, fetch: (path, init) => ask(String(path), init) }).call,
    async [Symbol.asyncDispose]() {
      await app[Symbol.asyncDispose]()
      await database[Symbol.asyncDispose]()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
