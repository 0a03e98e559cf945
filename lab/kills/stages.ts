import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { send } from '#server/database/embedded/process-signals.ts'
import { residentsOf, findSurvivor } from '#server/database/embedded/find-survivor.ts'
import { databaseName, placesIn, port, user } from '#server/database/embedded/places.ts'
import { startPostgres } from '../../tests/harness/postgres.ts'
import { addressOf, tell } from '../../tests/harness/tell.ts'

export type Victim = 'program' | 'database' | 'both'
/** Where the program keeps what it keeps, and how that is killed. */
export type Stage = {
  name: string
  environment: NodeJS.ProcessEnv
  victims: readonly Victim[]
  killDatabase(): Promise<void>
  /** After it was killed, where nobody else does. */
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

/** Nobody of them is asked to leave. */
async function killResidents(folder: string) {
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
    killDatabase: () => killResidents(places.data),
    startDatabase: async () => {},
    async connect() {
      const survivor = await findSurvivor(places)
      if (!survivor) throw new Error('the embedded database is not there')
      return client({ host: survivor.socketDir, port, user, database: databaseName })
    },
    async [Symbol.asyncDispose]() {},
  }
}

/** A server of ours that writes everything down, as one in use does. */
export async function ownServerStage(dataDir: string, binaries: string): Promise<Stage> {
  const postgres = await startPostgres(binaries, { fsync: 'on', synchronous_commit: 'on', full_page_writes: 'on' })
  await tell(postgres.address, 'create database carte')
  const url = addressOf(postgres.address, 'carte')
  return {
    name: 'PostgreSQL',
    environment: { ...common(dataDir), DATABASE_URL: url },
    victims: ['program', 'both', 'database'],
    killDatabase: () => killResidents(postgres.data),
    startDatabase: () => postgres.start(),
    connect: () => client({ connectionString: url }),
    [Symbol.asyncDispose]: () => postgres[Symbol.asyncDispose](),
  }
}

/** A database that somebody else runs: only the program is killed. */
export function givenStage(dataDir: string, url: string): Stage {
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
