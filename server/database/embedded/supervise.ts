import { existsSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import type { ClientConfig } from 'pg'
import type { Log } from '#server/integrations/log.ts'
import { makeDataFolder } from '../make-data-folder.ts'
import { findBinaries } from './binaries.ts'
import { createCluster } from './create-cluster.ts'
import { findSurvivor } from './find-survivor.ts'
import { claimOwnership } from './ownership.ts'
import { databaseName, type Places, placesIn, port, user } from './places.ts'
import { send } from './process-signals.ts'
import { choosePrivilege, handOver } from './run-unprivileged.ts'
import { signFolder } from './sign-folder.ts'
import { removeSocketFolder } from './socket-folder.ts'
import { startPostgres, type Running } from './start-postgres.ts'

type Embedded = { connection: ClientConfig } & AsyncDisposable

/** The process that started the server gets the lock first; one that adopted it waits. */
const adoptDelayMs = 300
const retryMs = 1000

/** Runs the embedded PostgreSQL of this data folder: creates it once, starts it, restarts it after a crash, stops it at shutdown. */
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
  if (running.isAdopted) await wait(adoptDelayMs)

  const connection = connectionTo(running.socketDir)
  const ownership = undo.use(await claimOwnership(connection, places.dir, log))
  signature.begin()
  log.info('database-started', { pid: running.pid, isAdopted: running.isAdopted })

  let isStopping = false
  async function restartOnExit() {
    for (;;) {
      await running.exited
      if (isStopping) return
      log.error('database-exited', { pid: running.pid, lastWords: running.lastWords() })
      running = await startAgain()
      log.warn('database-restarted', { pid: running.pid })
    }
  }
  async function startAgain(): Promise<Running> {
    for (;;) {
      try {
        return await startPostgres({ ...places, socketDir: running.socketDir }, binaries, privilege)
      } catch (error) {
        log.error('database-restart-failed', { error })
        await wait(retryMs, undefined, { ref: false })
      }
    }
  }
  void restartOnExit()

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

/** Connects to a running embedded server without owning it, as a command does. Null if none is running. */
export async function visitEmbedded(dataDir: string): Promise<Embedded | null> {
  const survivor = await findSurvivor(placesIn(dataDir))
  return survivor && { connection: connectionTo(survivor.socketDir), async [Symbol.asyncDispose]() {} }
}

const connectionTo = (socketDir: string): ClientConfig => ({ host: socketDir, port, user, database: databaseName })

const smartStopMs = 8000
const quickStopMs = 2000

/**
 * Stops postgres with SIGINT (a checkpoint is written), after a timeout with SIGQUIT, finally with SIGKILL. None of them loses an
 * acknowledged write.
 */
async function stopPostgres(pid: number, { pidFile }: Places) {
  const since = performance.now()
  const steps: { afterMs: number; signal: NodeJS.Signals }[] = [
    { afterMs: 0, signal: 'SIGINT' },
    { afterMs: smartStopMs, signal: 'SIGQUIT' },
    { afterMs: smartStopMs + quickStopMs, signal: 'SIGKILL' },
  ]
  while (existsSync(pidFile) && send(pid, 0)) {
    const [next] = steps
    if (next && performance.now() - since >= next.afterMs) {
      send(pid, next.signal)
      steps.shift()
    }
    await wait(5)
  }
}
