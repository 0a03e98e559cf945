import { existsSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import type { ClientConfig } from 'pg'
import type { Log } from '#server/integrations/log.ts'
import { makeDataFolder } from '../make-data-folder.ts'
import { findBinaries } from './binaries.ts'
import { createCluster } from './create-cluster.ts'
import { findSurvivor } from './find-survivor.ts'
import { holdOwnership } from './hold-ownership.ts'
import { databaseName, type Places, placesIn, port, user } from './places.ts'
import { send } from './process-signals.ts'
import { choosePrivilege, handOver } from './run-unprivileged.ts'
import { signFolder } from './sign-folder.ts'
import { removeSocketFolder } from './socket-folder.ts'
import { startPostgres, type Running } from './start-postgres.ts'

export type Embedded = { connection: ClientConfig } & AsyncDisposable

/** Whoever started the server takes the lock first; one who found it running waits a moment. */
const modestyMs = 300
const retryMs = 1000

/** Our own PostgreSQL in this data folder: created once, started, started again when it falls, stopped with us. */
export async function superviseEmbedded(dataDir: string, log: Log): Promise<Embedded> {
  const places = placesIn(dataDir)
  const binaries = await findBinaries()
  const privilege = choosePrivilege(places.data)
  makeDataFolder(places.dir)
  handOver(privilege, [places.dir])

  await using undo = new AsyncDisposableStack()
  const signature = undo.use(await signFolder(places))
  createCluster(places, binaries, privilege)
  let running = await startPostgres(places, binaries, privilege)
  undo.defer(() => (running.isAdopted ? undefined : stopPostgres(running.pid, places)))
  if (running.isAdopted) await wait(modestyMs)

  const connection = connectionTo(running.socketDir)
  const ownership = undo.use(await holdOwnership(connection, places.dir, log))
  signature.begin()
  log.info('database-started', { pid: running.pid, isAdopted: running.isAdopted })

  let isStopping = false
  async function keepUp() {
    for (;;) {
      await running.exited
      if (isStopping) return
      log.error('database-fell', { pid: running.pid, lastWords: running.lastWords() })
      running = await startAgain()
      log.warn('database-started-again', { pid: running.pid })
    }
  }
  async function startAgain(): Promise<Running> {
    for (;;) {
      try {
        return await startPostgres({ ...places, socketDir: running.socketDir }, binaries, privilege)
      } catch (error) {
        log.error('database-stays-down', { error })
        await wait(retryMs, undefined, { ref: false })
      }
    }
  }
  void keepUp()

  undo.move()
  return {
    connection,
    async [Symbol.asyncDispose]() {
      isStopping = true
      await ownership[Symbol.asyncDispose]()
      await stopPostgres(running.pid, places)
      removeSocketFolder(running.socketDir)
      signature[Symbol.dispose]()
    },
  }
}

/** A server that is up already, for a short visit beside the program that owns it; null when there is none. */
export async function visitEmbedded(dataDir: string): Promise<Embedded | null> {
  const survivor = await findSurvivor(placesIn(dataDir))
  return survivor && { connection: connectionTo(survivor.socketDir), async [Symbol.asyncDispose]() {} }
}

const connectionTo = (socketDir: string): ClientConfig => ({ host: socketDir, port, user, database: databaseName })

const patienceMs = 8000
const deafMs = 2000

/**
 * In order: sessions end, everything is written. Should that take too long, at once; should even that not be heard, by force. Nothing
 * acknowledged is lost either way.
 */
async function stopPostgres(pid: number, { pidFile }: Places) {
  const since = performance.now()
  const ways: { afterMs: number; signal: NodeJS.Signals }[] = [
    { afterMs: 0, signal: 'SIGINT' },
    { afterMs: patienceMs, signal: 'SIGQUIT' },
    { afterMs: patienceMs + deafMs, signal: 'SIGKILL' },
  ]
  while (existsSync(pidFile) && send(pid, 0)) {
    const [next] = ways
    if (next && performance.now() - since >= next.afterMs) {
      send(pid, next.signal)
      ways.shift()
    }
    await wait(5)
  }
}
