import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Api } from '#contract/api.ts'
import { createApp, type App, type Timeouts } from '#server/app.ts'
import type { Integrations, DatabaseIntegrations } from '#server/integrations/integrations.ts'
import { createBreakers } from '#server/integrations/breaker.ts'
import { readSettings, type Settings } from '#server/settings.ts'
import { createClient } from '../../web/platform/api/client.ts'
import { asRequest } from './check-plans.ts'
import { aDatabase } from './database.ts'
import { patientWaits } from './patient-waits.ts'
import { silentLog } from '#server/integrations/silent-log.ts'

export type TestApp = App & {
  settings: Settings
  /** A request in process, without a port. */
  ask(path: string, init?: RequestInit): Promise<Response>
  /** A call of the contract by name, over HTTP. */
  call: Api['call']
}

let shared: Promise<TestApp> | undefined
let files = 0

/**
 * The app that all files of a worker share, called from a client address per file, so that no file uses up another's rate limits.
 * It has many cards: tests that count or change all of them need `anApp`.
 */
export async function theApp(): Promise<Omit<TestApp, typeof Symbol.asyncDispose>> {
  const app = await (shared ??= anApp())
  files++
  return { ...app, ...requestsFrom(`127.1.${files >> 8}.${files & 255}`, app) }
}

type Options = {
  settings?: Partial<Settings>
  outside?: Partial<Integrations & DatabaseIntegrations>
  pages?: boolean
  nowMs?: () => number
  waits?: Timeouts
  environment?: NodeJS.ProcessEnv
}

/** The server with its own database and data folder. `pages: true` needs the web build; calls do not. */
export async function anApp({ settings: chosen = {}, outside = {}, pages = false, waits = {}, ...more }: Options = {}): Promise<TestApp> {
  const database = await aDatabase()
  const folder = await mkdtemp(join(tmpdir(), 'carte-app-'))
  // Backups may go beside it.
  const dataDir = join(folder, 'data')
  await mkdir(dataDir)
  const settings = { ...readSettings({ DATABASE_URL: database.url, DATA_DIR: dataDir, DEMO: 'off', LOG_ANSWERS: 'all' }), ...chosen }
  const app = await createApp(settings, {
    log: silentLog,
    breakers: forgivingBreakers(),
    pages,
    works: false,
    waits: { ...patientWaits, ...waits },
    ...more,
    ...outside,
  })
  const fetch: App['fetch'] = (request, ...rest) => asRequest(new URL(request.url).pathname, () => app.fetch(request, ...rest))

  return {
    ...app,
    fetch,
    settings,
    ...requestsFrom('127.0.0.1', { fetch, settings }),
    async [Symbol.asyncDispose]() {
      await app[Symbol.asyncDispose]()
      await database[Symbol.asyncDispose]()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

function requestsFrom(remoteAddress: string, { fetch, settings }: Pick<TestApp, 'fetch' | 'settings'>): Pick<TestApp, 'ask' | 'call'> {
  const here = { incoming: { socket: { remoteAddress } } }
  const ask = async (path: string, init?: RequestInit) => fetch(new Request(new URL(path, settings.publicUrl), init), here)
  return { ask, call: createClient({ slug: settings.productSlug, fetch: (path, init) => ask(String(path), init) }).call }
}

/** Tests cause more failures in a second than a year has, so each failure is dated far from the others and opens no breaker. */
function forgivingBreakers() {
  let ms = 0
  return createBreakers(undefined, () => (ms += 120_000))
}
