import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Api } from '#contract/api.ts'
import { createApp, type App } from '#server/app.ts'
import type { Outside, OutsideWithDb } from '#server/integrations/outside.ts'
import { createBreakers } from '#server/integrations/breaker.ts'
import { readSettings, type Settings } from '#server/settings.ts'
import { createClient } from '../../web/platform/api/client.ts'
import { aDatabase } from './database.ts'
import { silentLog } from './silent-log.ts'

export type TestApp = App & {
  settings: Settings
  /** A request as it would come in, without a port. */
  ask(path: string, init?: RequestInit): Promise<Response>
  /** A call of the contract by name, over HTTP. */
  call: Api['call']
}

let shared: Promise<TestApp> | undefined
let files = 0

/**
 * The app that the files of a worker share, asked from an address of the file's own, so that no file uses up the limits of
 * another. Its cards are many: what a test counts over all of them, or changes for all, needs `anApp`.
 */
export async function theApp(): Promise<Omit<TestApp, typeof Symbol.asyncDispose>> {
  const app = await (shared ??= anApp())
  files++
  return { ...app, ...askedFrom(`127.1.${files >> 8}.${files & 255}`, app) }
}

type Wishes = { settings?: Partial<Settings>; outside?: Partial<Outside & OutsideWithDb>; pages?: boolean; nowMs?: () => number }

/** The whole server on a database and a data folder of its own. `pages: true` wants the web build; calls do without. */
export async function anApp({ settings: chosen = {}, outside = {}, pages = false, ...more }: Wishes = {}): Promise<TestApp> {
  const database = await aDatabase()
  const dataDir = await mkdtemp(join(tmpdir(), 'carte-app-'))
  const settings = { ...readSettings({ DATABASE_URL: database.url, DATA_DIR: dataDir, DEMO: 'off' }), ...chosen }
  const app = await createApp(settings, { log: silentLog, breakers: forgivingBreakers(), pages, works: false, ...more, ...outside })

  return {
    ...app,
    settings,
    ...askedFrom('127.0.0.1', { ...app, settings }),
    async [Symbol.asyncDispose]() {
      await app[Symbol.asyncDispose]()
      await database[Symbol.asyncDispose]()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

function askedFrom(remoteAddress: string, { fetch, settings }: Pick<TestApp, 'fetch' | 'settings'>): Pick<TestApp, 'ask' | 'call'> {
  const here = { incoming: { socket: { remoteAddress } } }
  const ask = (path: string, init?: RequestInit) => fetch(new Request(new URL(path, settings.publicUrl), init), here)
  return { ask, call: createClient({ slug: settings.productSlug, fetch: (path, init) => ask(String(path), init) }).call }
}

/** In a test a provider fails more often in a second than in a year: to it no failure is near another. */
function forgivingBreakers() {
  let ms = 0
  return createBreakers(undefined, () => (ms += 120_000))
}
