import { accessSync, chmodSync, constants, existsSync, mkdirSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import type { Log } from '#server/outside/log.ts'
import { Refusal } from '#server/refusal.ts'
import { findBinaries } from './binaries.ts'
import { createCluster } from './create-cluster.ts'
import { databaseName, placesIn, port, user, type Places } from './places.ts'
import { choosePrivilege, handOver } from './run-unprivileged.ts'
import { accepts, send, startPostgres, type Running } from './start-postgres.ts'

/** Held by the one program that may stop the server. */
const ownerLock = 7_327_001

export type Embedded = { connection: pg.ClientConfig; [Symbol.asyncDispose](): Promise<void> }

/** Our own PostgreSQL in this data folder: created once, started, started again when it falls, stopped with us. */
export async function superviseEmbedded(dataDir: string, log: Log): Promise<Embedded> {
  const places = placesIn(dataDir)
  const binaries = await findBinaries()
  const privilege = choosePrivilege()
  makeFolders(places)
  handOver(privilege, [places.dir, places.socketDir])
  createCluster(places, binaries, privilege)

  let isStopping = false
  let running = await startPostgres(places, binaries, privilege)
  const connection = { host: places.socketDir, port, user, database: databaseName }
  let owner = await becomeOwner(connection, places)
  log.info('database-started', { kind: 'embedded', pid: running.pid, adopted: running.isAdopted })
  void keepUp(running)

  async function keepUp(current: Running) {
    for (;;) {
      await current.exited
      if (isStopping) return
      log.error('database-fell', { pid: current.pid })
      await owner.end().catch(() => {})
      try {
        current = running = await startPostgres(places, binaries, privilege)
        owner = await becomeOwner(connection, places)
        log.warn('database-started-again', { pid: running.pid })
      } catch (error) {
        log.error('database-stays-down', { error })
        await wait(1000, undefined, { ref: false })
      }
    }
  }

  return {
    connection,
    async [Symbol.asyncDispose]() {
      isStopping = true
      await owner.end().catch(() => {})
      send(running.pid, 'SIGINT')
      while (existsSync(places.pidFile) && send(running.pid, 0)) await wait(5)
    },
  }
}

/** A server that is up already, for a short visit beside the program that owns it; null when there is none. */
export async function visitEmbedded(dataDir: string): Promise<Embedded | null> {
  const places = placesIn(dataDir)
  if (!existsSync(places.pidFile) || !(await accepts(places.socket))) return null
  return { connection: { host: places.socketDir, port, user, database: databaseName }, async [Symbol.asyncDispose]() {} }
}

function makeFolders(places: Places) {
  try {
    mkdirSync(places.dir, { recursive: true, mode: 0o700 })
    mkdirSync(places.socketDir, { recursive: true, mode: 0o700 })
    accessSync(places.dir, constants.W_OK)
    chmodSync(places.socketDir, 0o700)
  } catch (error) {
    const reason = error instanceof Error && 'code' in error ? error.code : error
    throw new Refusal(`DATA_DIR ${places.dir} cannot be written (${reason}). Give this user the folder, or set DATA_DIR to another.`)
  }
}

async function becomeOwner(connection: pg.ClientConfig, places: Places): Promise<pg.Client> {
  const client = new pg.Client({ ...connection, application_name: 'carte-owner' })
  client.on('error', () => {}) // The server fell: keepUp sees it.
  await client.connect()
  const { rows } = await client.query<{ held: boolean }>('select pg_try_advisory_lock($1) as held', [ownerLock])
  if (rows[0]?.held) return client
  await client.end()
  throw new Refusal(`Carte is already running on ${places.dir}. Stop it first, or choose another DATA_DIR.`)
}
