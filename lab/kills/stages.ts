import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { send } from '#server/database/embedded/process-signals.ts'
import { residentsOf, findSurvivor } from '#server/database/embedded/find-survivor.ts'
import { databaseName, placesIn, port, user } from '#server/database/embedded/places.ts'
import { startPostgres } from '../../tests/harness/postgres.ts'
import { addressOf, runSql } from '../../tests/harness/run-sql.ts'

export type Victim = 'program' | 'database' | 'both'
/** Where the server stores its data, and what is killed. */
export type Stage = {
  name: string
  environment: NodeJS.ProcessEnv
  victims: readonly Victim[]
  killDatabase(): Promise<void>
  /** Restarts it after a kill, unless something else does. */
  startDatabase(): Promise<void>
  connect(): Promise<pg.Client>
} & AsyncDisposable

const common = (dataDir: string): NodeJS.ProcessEnv => ({
  DATA_DIR: dataDir,
  DEMO: 'off',
  HOST: '127.0.0.1',
  PUBLIC_URL: 'http://localhost:3999',
  TRUST_PROXY: 'on',
  CAPTCHA_COST: '1',
  LOG_LEVEL: 'warn',
})

/** Kills all processes of PostgreSQL, so that none shuts down cleanly. */
export async function killPostgres(folder: string) {
  const { [0]: first = '' } = (await readFile(join(folder, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n')
  for (const pid of residentsOf(folder) ?? [Number(first)]) if (pid > 0) send(pid, 'SIGKILL')
}

async function client(config: pg.ClientConfig): Promise<pg.Client> {
  const opened = new pg.Client(config)
  opened.on('error', () => {})
  await opened.connect()
  return opened
}

export function embeddedStage(dataDir: string): Stage {
  const places = placesIn(dataDir)
  return {
    name: 'embedded',
    environment: common(dataDir),
    victims: ['program', 'both', 'database'],
    killDatabase: () => killPostgres(places.data),
    startDatabase: async () => {},
    async connect() {
      const survivor = await findSurvivor(places)
      if (!survivor) throw new Error('the embedded database is not there')
      return client({ host: survivor.socketDir, port, user, database: databaseName })
    },
    async [Symbol.asyncDispose]() {},
  }
}

/** A server with full durability, as in production. */
export async function ownServerStage(dataDir: string, binaries: string): Promise<Stage> {
  const postgres = await startPostgres(binaries, { fsync: 'on', synchronous_commit: 'on', full_page_writes: 'on' })
  await runSql(postgres.address, 'create database carte')
  const url = addressOf(postgres.address, 'carte')
  return {
    name: 'PostgreSQL',
    environment: { ...common(dataDir), DATABASE_URL: url },
    victims: ['program', 'both', 'database'],
    killDatabase: () => killPostgres(postgres.data),
    startDatabase: () => postgres.start(),
    connect: () => client({ connectionString: url }),
    [Symbol.asyncDispose]: () => postgres[Symbol.asyncDispose](),
  }
}

/** An external database: only the program is killed. */
export function chosenStage(dataDir: string, url: string): Stage {
  return {
    name: 'given',
    environment: { ...common(dataDir), DATABASE_URL: url },
    victims: ['program'],
    killDatabase: async () => {},
    startDatabase: async () => {},
    connect: () => client({ connectionString: url }),
    async [Symbol.asyncDispose]() {},
  }
}
