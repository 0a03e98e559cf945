import { existsSync, readdirSync, readlinkSync, rmSync } from 'node:fs'
import { createConnection } from 'node:net'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { UserError } from '#server/common/user-error.ts'
import { socketName, type Places } from './places.ts'
import { readPostmasterFile } from './postmaster-file.ts'
import { send } from './process-signals.ts'

const pollMs = 50
const timeoutMs = 10_000

type Survivor = { pid: number; socketDir: string }

/** The healthy server that a killed process left running, or null after removing stale lock files. */
export async function findSurvivor(places: Places): Promise<Survivor | null> {
  const since = performance.now()
  let wasSignaled = false
  while (existsSync(places.pidFile)) {
    const residents = residentsOf(places.data)
    if (residents === null) return healthy(places) // Without /proc, the lock of postgres decides.
    if (residents.length === 0) return clear(places)

    const survivor = await healthy(places)
    if (survivor && residents.includes(survivor.pid)) return survivor
    // Starting, stopping, or backends without a postmaster, which exit by themselves or on a signal.
    const waitedMs = performance.now() - since
    if (waitedMs > timeoutMs)
      throw new UserError(`A PostgreSQL server runs in ${places.data} and does not respond. Stop it, or choose another DATA_DIR.`)
    const isHeadless = !residents.includes(readPostmasterFile(places.pidFile).pid)
    if (isHeadless && !wasSignaled && waitedMs > timeoutMs / 2) {
      for (const resident of residents) send(resident, 'SIGQUIT')
      wasSignaled = true
    }
    await wait(pollMs)
  }
  return null
}

/** Removes lock files that are proved stale: no process works in the folder, so their pid is gone or reused. */
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
 * The running processes whose working directory is the data folder: every postgres process, but no zombie and no reused pid.
 * Null without /proc.
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
