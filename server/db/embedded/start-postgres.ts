import { spawn, type ChildProcess } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { createConnection } from 'node:net'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { Refusal } from '#server/refusal.ts'
import { port, type Places } from './places.ts'
import { residentsOf } from './residents.ts'
import { commandFor, type Privilege } from './run-unprivileged.ts'

/** A small machine's share: one card site needs little, and what PostgreSQL does not take the file cache uses. */
const frugal = {
  listen_addresses: '',
  shared_buffers: '32MB',
  max_connections: '40',
  max_wal_size: '512MB',
  work_mem: '4MB',
  maintenance_work_mem: '32MB',
  autovacuum_max_workers: '1',
  max_worker_processes: '4',
  max_parallel_workers_per_gather: '0',
  io_method: 'sync',
  jit: 'off',
  logging_collector: 'off',
}

export type Running = { pid: number; isAdopted: boolean; exited: Promise<void> }

/** Adopts the healthy server a killed program left behind, or starts one. */
export async function startPostgres(places: Places, binaries: string, privilege: Privilege): Promise<Running> {
  const left = await clearOrAdopt(places)
  if (left) return { pid: left, isAdopted: true, exited: gone(left) }

  const settings = Object.entries({ ...frugal, unix_socket_directories: places.socketDir })
  const args = ['-D', places.data, '-p', String(port), ...settings.flatMap(([name, value]) => ['-c', `${name}=${value}`])]
  const { file, args: words, options } = commandFor(privilege, join(binaries, 'postgres'), args, true)
  // A process group of its own: Ctrl-C reaches us first, and we stop it in order.
  const child = spawn(file, words, {
    ...options,
    cwd: places.dir,
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' },
  })
  await readiness(child, places)
  child.unref()
  return { pid: postmasterPid(places), isAdopted: false, exited: new Promise((resolve) => child.once('exit', () => resolve())) }
}

async function clearOrAdopt(places: Places): Promise<number | null> {
  if (!existsSync(places.pidFile)) return null
  const pid = postmasterPid(places)
  for (let tries = 0; tries < 200; tries++) {
    const residents = residentsOf(places.data)
    if (residents === null) return null // No /proc: postgres' own lock decides.
    if (residents.length === 0) {
      // Proved, not guessed: nobody lives here, so the lock names a process that is gone or was given to another.
      for (const file of [places.pidFile, `${places.socket}.lock`, places.socket]) rmSync(file, { force: true })
      return null
    }
    if (residents.includes(pid) && /ready\s*$/.test(readOr(places.pidFile)) && (await accepts(places.socket))) return pid
    // Backends without a postmaster leave by themselves, or are asked to after a while.
    if (tries === 100 && !residents.includes(pid)) for (const resident of residents) send(resident, 'SIGQUIT')
    await wait(50)
  }
  throw new Refusal(`Another PostgreSQL works in ${places.data} and does not answer. Stop it, or choose another DATA_DIR.`)
}

function readiness(child: ChildProcess, places: Places): Promise<void> {
  let words = ''
  return new Promise((resolve, reject) => {
    const errors = child.stderr
    if (!errors) return reject(new Error('postgres was started without its error stream'))
    errors.setEncoding('utf8')
    errors.on('data', (text: string) => {
      // After it is ready its words are only drained: a full pipe would stop the server.
      if (words.includes('ready to accept connections')) return
      words += text
      if (words.includes('ready to accept connections')) {
        if ('unref' in errors && typeof errors.unref === 'function') errors.unref()
        resolve()
      }
    })
    child.once('error', (error) => reject(new Refusal(`PostgreSQL could not be started: ${error.message}`)))
    child.once('exit', () => reject(new Refusal(explain(words, places))))
  })
}

function explain(words: string, places: Places): string {
  const last = words.match(/(?:FATAL|PANIC|LOG|ERROR):\s+(.+)/g)?.findLast((line) => /FATAL|PANIC/.test(line)) ?? words.trim().split('\n').at(-1)
  if (/lock file .* already exists|is another postmaster/.test(words)) return `Another program uses ${places.dir}. Stop it, or choose another DATA_DIR.`
  if (/No space left/.test(words)) return `The disk that holds ${places.dir} is full. Make room and start again; nothing was lost.`
  return `The database in ${places.data} did not start: ${last}. Nothing was touched. If this stays, restore your newest backup into an empty DATA_DIR.`
}

export function postmasterPid(places: Places): number {
  return Number(readOr(places.pidFile).split('\n')[0])
}

function readOr(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

export function accepts(socket: string): Promise<boolean> {
  return new Promise((resolve) => {
    const connection = createConnection(socket)
    connection.on('connect', () => (connection.destroy(), resolve(true)))
    connection.on('error', () => resolve(false))
  })
}

export function send(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, signal)
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

async function gone(pid: number) {
  while (send(pid, 0)) await wait(250, undefined, { ref: false })
}
