import { spawn, type ChildProcess } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { UserError } from '#server/common/user-error.ts'
import { describeNewestBackup } from '../last-backups.ts'
import { refuseWhereBinariesCannotRun } from './binaries.ts'
import { findSurvivor } from './find-survivor.ts'
import { port, type Places } from './places.ts'
import { readPostmasterFile } from './postmaster-file.ts'
import { send } from './process-signals.ts'
import { commandFor, type Privilege } from './run-unprivileged.ts'
import { makeSocketFolder } from './socket-folder.ts'

export type Running = { pid: number; socketDir: string; isAdopted: boolean; lastWords(): string; exited: Promise<void> }

/** Adopts a healthy server that a killed process left running, or starts one. */
export async function startPostgres(places: Places, binaries: string, privilege: Privilege): Promise<Running> {
  const survivor = await findSurvivor(places)
  if (survivor) return { ...survivor, isAdopted: true, lastWords: () => '', exited: waitUntilExited(survivor.pid) }

  makeSocketFolder(places.socketDir, privilege)
  const settings = Object.entries({ ...frugal, unix_socket_directories: places.socketDir })
  const args = ['-D', places.data, '-p', String(port), ...settings.flatMap(([name, value]) => ['-c', `${name}=${value}`])]
  const { file, args: words, options } = commandFor(privilege, join(binaries, 'postgres'), args, true)
  // In its own process group, so that Ctrl-C reaches only this process, which stops postgres gracefully.
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
    throw new UserError(explain(lastWords(), places))
  }
  child.unref()
  return { pid: readPostmasterFile(places.pidFile).pid, socketDir: places.socketDir, isAdopted: false, lastWords, exited }
}

/** Drains the pipe, because a full one would block the server, and remembers only the end. */
function listen({ stderr }: ChildProcess): () => string {
  let words = ''
  stderr?.setEncoding('utf8').on('data', (text: string) => (words = (words + text).slice(-2000)))
  // The pipe must not keep the process alive. It is a socket, which its type does not say.
  if (stderr && 'unref' in stderr && typeof stderr.unref === 'function') stderr.unref()
  return () => words.trim()
}

/** True if the postmaster file names this pid; a stale file names another. setpriv and unshare exec postgres, so the pid stays. */
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
    return `Another process uses ${dir}. Stop it, or choose another DATA_DIR.`
  if (/No space left/.test(words)) return `The disk of ${dir} is full. Free some space and start again; nothing was lost.`
  const reason = /(?:FATAL|PANIC):\s+(.+)/.exec(words)?.[1] ?? words.split('\n').at(-1)
  return `The database in ${data} did not start: ${reason}. Nothing was changed. If this keeps happening, restore ${describeNewestBackup(dir)} into an empty DATA_DIR.`
}

/** Waits for a server that is not a child process. */
async function waitUntilExited(pid: number) {
  while (send(pid, 0)) await wait(250, undefined, { ref: false })
}

/** Settings for a small machine: cards need little memory, and the rest serves as file cache. */
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
  // Carte restarts the server. Its own restart would hang on a full disk.
  restart_after_crash: 'off',
  // Logged statements would contain personal data; Carte logs its own failures.
  logging_collector: 'off',
  log_min_messages: 'fatal',
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
}
