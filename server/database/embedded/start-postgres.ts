import { spawn, type ChildProcess } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { Refusal } from '#server/refusal.ts'
import { describeNewestBackup } from '../last-backups.ts'
import { refuseWhereBinariesCannotRun } from './binaries.ts'
import { findSurvivor } from './find-survivor.ts'
import { port, type Places } from './places.ts'
import { readPostmasterFile } from './postmaster-file.ts'
import { send } from './process-signals.ts'
import { commandFor, type Privilege } from './run-unprivileged.ts'
import { makeSocketFolder } from './socket-folder.ts'

export type Running = { pid: number; socketDir: string; isAdopted: boolean; lastWords(): string; exited: Promise<void> }

/** Adopts the healthy server a killed program left behind, or starts one. */
export async function startPostgres(places: Places, binaries: string, privilege: Privilege): Promise<Running> {
  const survivor = await findSurvivor(places)
  if (survivor) return { ...survivor, isAdopted: true, lastWords: () => '', exited: gone(survivor.pid) }

  makeSocketFolder(places.socketDir, privilege)
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
  const lastWords = listen(child)
  const exited = new Promise<void>((resolve) => child.once('close', () => resolve()).once('error', () => resolve()))
  if ((await Promise.race([readiness(places, child.pid, exited), exited.then(() => 'gone' as const)])) === 'gone') {
    refuseWhereBinariesCannotRun(binaries)
    throw new Refusal(explain(lastWords(), places))
  }
  child.unref()
  return { pid: readPostmasterFile(places.pidFile).pid, socketDir: places.socketDir, isAdopted: false, lastWords, exited }
}

/** Always drained, for a full pipe would stop the server; only the end is kept. */
function listen({ stderr }: ChildProcess): () => string {
  let words = ''
  stderr?.setEncoding('utf8').on('data', (text: string) => (words = (words + text).slice(-2000)))
  // A pipe is a socket here, and must not keep us alive; its type does not say so.
  if (stderr && 'unref' in stderr && typeof stderr.unref === 'function') stderr.unref()
  return () => words.trim()
}

/** Its own file says so; a file of an earlier one carries another pid. The programs before it hand their pid on. */
async function readiness({ pidFile }: Places, ownPid: number | undefined, exited: Promise<void>): Promise<'ready'> {
  let isOver = false
  void exited.then(() => (isOver = true))
  for (;;) {
    const { pid, isReady } = readPostmasterFile(pidFile)
    if (isReady && pid === ownPid) return 'ready'
    if (isOver) return new Promise(() => {})
    await wait(5)
  }
}

function explain(words: string, { dir, data }: Places): string {
  if (/lock file .* already exists|is another postmaster/.test(words))
    return `Another program uses ${dir}. Stop it, or choose another DATA_DIR.`
  if (/No space left/.test(words)) return `The disk that holds ${dir} is full. Make room and start again; nothing was lost.`
  const reason = /(?:FATAL|PANIC):\s+(.+)/.exec(words)?.[1] ?? words.split('\n').at(-1)
  return `The database in ${data} did not start: ${reason}. Nothing was changed. If this stays, restore ${describeNewestBackup(dir)} into an empty DATA_DIR.`
}

/** For a server that is not our child. */
async function gone(pid: number) {
  while (send(pid, 0)) await wait(250, undefined, { ref: false })
}

/** A small machine's share: cards need little, and what PostgreSQL does not take serves as file cache. */
export const frugal = {
  listen_addresses: '',
  shared_buffers: '32MB',
  max_connections: '40',
  superuser_reserved_connections: '3',
  work_mem: '4MB',
  maintenance_work_mem: '32MB',
  wal_buffers: '1MB',
  max_wal_size: '512MB',
  max_wal_senders: '0',
  autovacuum_max_workers: '1',
  autovacuum_worker_slots: '1',
  max_worker_processes: '2',
  max_logical_replication_workers: '0',
  max_parallel_workers_per_gather: '0',
  io_method: 'sync',
  jit: 'off',
  timezone: 'UTC',
  // Whoever started it starts it again: from within it would stay where it cannot finish, on a full disk.
  restart_after_crash: 'off',
  // What is said of statements would carry people's names and numbers; the program logs its own failures.
  logging_collector: 'off',
  log_min_messages: 'fatal',
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
}
