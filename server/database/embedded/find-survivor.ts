import { existsSync, readdirSync, readlinkSync, rmSync } from 'node:fs'
import { createConnection } from 'node:net'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { Refusal } from '#server/refusal.ts'
import { socketName, type Places } from './places.ts'
import { readPostmasterFile } from './postmaster-file.ts'
import { send } from './process-signals.ts'

const lookMs = 50
const patienceMs = 10_000

type Survivor = { pid: number; socketDir: string }

/** The healthy server that a killed program left behind, or nobody; then its lock files are gone as well. */
export async function findSurvivor(places: Places): Promise<Survivor | null> {
  const since = performance.now()
  let areAskedToLeave = false
  while (existsSync(places.pidFile)) {
    const residents = residentsOf(places.data)
    if (residents === null) return healthy(places) // No /proc: postgres' own lock decides.
    if (residents.length === 0) return clear(places)

    const survivor = await healthy(places)
    if (survivor && residents.includes(survivor.pid)) return survivor
    // Still starting, still stopping, or backends without a postmaster: these leave by themselves, or when asked.
    const waitedMs = performance.now() - since
    if (waitedMs > patienceMs)
      throw new Refusal(`A PostgreSQL works in ${places.data} and does not answer. Stop it, or choose another DATA_DIR.`)
    const isHeadless = !residents.includes(readPostmasterFile(places.pidFile).pid)
    if (isHeadless && !areAskedToLeave && waitedMs > patienceMs / 2) {
      for (const resident of residents) send(resident, 'SIGQUIT')
      areAskedToLeave = true
    }
    await wait(lookMs)
  }
  return null
}

/** Proved, not guessed: nobody works in the folder, so the lock names a process that is gone or a number given to another. */
function clear({ pidFile, socketDir }: Places): null {
  const socket = join(socketDir, socketName)
  for (const file of [pidFile, `${socket}.lock`, socket]) rmSync(file, { force: true })
  return null
}

async function healthy({ pidFile }: Places): Promise<Survivor | null> {
  const { pid, socketDir, isReady } = readPostmasterFile(pidFile)
  return isReady && (await accepts(join(socketDir, socketName))) ? { pid, socketDir } : null
}

function accepts(socket: string): Promise<boolean> {
  return new Promise((resolve) => {
    const connection = createConnection(socket)
    connection.on('connect', () => {
      connection.destroy()
      resolve(true)
    })
    connection.on('error', () => resolve(false))
  })
}

/**
 * The living processes that work inside a data folder: every postgres process does, a zombie or a recycled pid never.
 * null where there is no /proc to ask.
 */
export function residentsOf(dataFolder: string): number[] | null {
  if (process.platform !== 'linux') return null
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => workingFolderOf(pid) === dataFolder)
    .map(Number)
}

function workingFolderOf(pid: string): string | null {
  try {
    return readlinkSync(`/proc/${pid}/cwd`)
  } catch {
    return null
  }
}
