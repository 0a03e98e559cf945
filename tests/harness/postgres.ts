import { spawn, spawnSync, type ChildProcessByStdio } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { choosePrivilege, commandFor, handOver } from '#server/database/embedded/run-unprivileged.ts'
import { patienceMs } from './patience.ts'

/** A temporary server for one test run. It never waits for the disk, unless `fsync` is on. */
export type Postgres = {
  address: string
  data: string
  /** Ends every session, flushes everything, and stays down until `start`. */
  stop(): Promise<void>
  start(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

const env = { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' }
const fastSettings = {
  listen_addresses: '',
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  // A plan must not depend on when a table was analyzed.
  autovacuum: 'off',
  max_connections: '200',
  max_wal_size: '256MB',
}

export function startPostgres(binaries: string, chosen: Record<string, string> = {}): Promise<Postgres> {
  const creation = ['-U', 'carte', '--auth=trust', '--no-sync', '--encoding=UTF8', ...localeOf(binaries)]
  return start(binaries, ['initdb', ...creation], chosen)
}

/** The programs of the newest server of Debian’s packages that has this file. */
function findDebian(file: string): string | undefined {
  const folder = [18, 17, 16, 15].map((version) => `/usr/lib/postgresql/${version}`).find((one) => existsSync(join(one, file)))
  return folder && join(folder, 'bin')
}

/** The embedded server has no pg_basebackup. */
export const findServerPrograms = () => findDebian('bin/pg_basebackup')

/** The programs of a PostgreSQL that has Citus. */
export const findCitus = () => process.env.CITUS_BINARIES || findDebian('lib/citus.so')

/** A hot standby that streams from the primary at this address. */
export function startStandby(binaries: string, primary: string, chosen: Record<string, string>): Promise<Postgres> {
  const copying = ['-d', primary, '--write-recovery-conf', '--checkpoint=fast', '--no-sync']
  return start(binaries, ['pg_basebackup', ...copying], chosen)
}

const memory = '/dev/shm'
const enoughBytes = 4 * 2 ** 30

/** In memory where there is room: a database is created in a sixth of the time that a disk takes. One that flushes needs a disk. */
function dataParent({ fsync }: Record<string, string>): string {
  if (fsync === 'on' || !existsSync(memory)) return tmpdir()
  const { bavail, bsize } = statfsSync(memory)
  return bavail * bsize > enoughBytes ? memory : tmpdir()
}

async function start(binaries: string, [program = '', ...creation]: string[], chosen: Record<string, string>): Promise<Postgres> {
  // A socket's path must be shorter than 107 bytes, so it is never inside the project.
  const directory = mkdtempSync(join(dataParent(chosen), 'carte-test-'))
  const data = join(directory, 'data')
  const privilege = choosePrivilege()
  handOver(privilege, [directory])
  const create = commandFor(privilege, join(binaries, program), ['-D', data, ...creation])
  const made = spawnSync(create.file, create.args, { ...create.options, env, encoding: 'utf8' })
  if (made.status !== 0) throw new Error(`No database for the tests: ${made.stderr || made.error?.message}`)

  const settings = Object.entries({ ...fastSettings, ...chosen, unix_socket_directories: directory }).flatMap(([name, value]) => [
    '-c',
    `${name}=${value}`,
  ])
  async function start() {
    const command = commandFor(privilege, join(binaries, 'postgres'), ['-D', data, ...settings], true)
    // Its own process group: Ctrl-C goes to the tests first, and they stop it.
    const server = spawn(command.file, command.args, { ...command.options, env, detached: true, stdio: ['ignore', 'ignore', 'pipe'] })
    const ended = new Promise<void>((resolve) => server.once('exit', () => resolve()))
    await readiness({ server, ended })
    return { server, ended }
  }
  let running = await start()
  async function stop() {
    running.server.kill('SIGINT')
    await running.ended
  }

  return {
    address: `postgresql://carte@localhost/postgres?host=${encodeURIComponent(directory)}`,
    data,
    stop,
    async start() {
      // On a busy machine a killed server takes a moment to exit.
      await running.ended
      running = await start()
    },
    async [Symbol.asyncDispose]() {
      await stop()
      rmSync(directory, { recursive: true, force: true })
    },
  }
}

async function readiness({ server, ended }: { server: ChildProcessByStdio<null, null, Readable>; ended: Promise<void> }) {
  let output = ''
  const ready = new Promise<void>((resolve) => {
    server.stderr.on('data', (bytes: Buffer) => {
      if (/ready to accept (read-only )?connections/.test(output)) return
      output += bytes.toString()
      if (/ready to accept (read-only )?connections/.test(output)) resolve()
    })
  })
  const refused = ended.then(() => {
    throw new Error(`PostgreSQL for the tests did not start:\n${output}`)
  })
  const timeout = Promise.withResolvers<never>()
  const timer = setTimeout(() => {
    server.kill('SIGQUIT')
    timeout.reject(new Error(`PostgreSQL for the tests was not ready after ${patienceMs / 1000} seconds:\n${output}`))
  }, patienceMs)
  try {
    await Promise.race([ready, refused, timeout.promise])
  } finally {
    clearTimeout(timer)
  }
}

/** C.UTF-8, as in production; servers before 17 only know it from the system. */
function localeOf(binaries: string) {
  const output = spawnSync(join(binaries, 'postgres'), ['--version'], { encoding: 'utf8' }).stdout
  const major = Number(/ (\d+)/.exec(output)?.[1])
  return major >= 17 ? ['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C', '--lc-ctype=C.UTF-8'] : ['--locale=C.UTF-8']
}
