import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { choosePrivilege, commandFor, handOver } from '#server/database/embedded/run-unprivileged.ts'

/** A throw-away server for one test run. Nothing in it is worth keeping, so it never waits for the disk. */
export type Postgres = {
  address: string
  data: string
  /** Ends every session, writes everything down, and is away until `start`. */
  stop(): Promise<void>
  start(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

const env = { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' }
const careless = { listen_addresses: '', fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '200' }

export async function startPostgres(binaries: string, chosen: Record<string, string> = {}): Promise<Postgres> {
  // A socket's path must stay under 107 bytes, so it never lives inside the project.
  const directory = mkdtempSync(join(tmpdir(), 'carte-test-'))
  const data = join(directory, 'data')
  const privilege = choosePrivilege()
  handOver(privilege, [directory])
  const creation = ['-D', data, '-U', 'carte', '--auth=trust', '--no-sync', '--encoding=UTF8', ...localeOf(binaries)]
  const init = commandFor(privilege, join(binaries, 'initdb'), creation)
  const made = spawnSync(init.file, init.args, { ...init.options, env, encoding: 'utf8' })
  if (made.status !== 0) throw new Error(`No database for the tests: ${made.stderr || made.error?.message}`)

  const settings = Object.entries({ ...careless, ...chosen, unix_socket_directories: directory }).flatMap(([name, value]) => [
    '-c',
    `${name}=${value}`,
  ])
  async function start() {
    const command = commandFor(privilege, join(binaries, 'postgres'), ['-D', data, ...settings], true)
    // A group of its own: Ctrl-C reaches the tests first, and they stop it.
    const server = spawn(command.file, command.args, { ...command.options, env, detached: true, stdio: ['ignore', 'ignore', 'pipe'] })
    const ended = new Promise<void>((resolve) => server.once('exit', () => resolve()))
    await readiness(server.stderr, ended)
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
      // One that was killed is there for a moment longer where the machine is busy.
      await running.ended
      running = await start()
    },
    async [Symbol.asyncDispose]() {
      await stop()
      rmSync(directory, { recursive: true, force: true })
    },
  }
}

async function readiness(stderr: NodeJS.ReadableStream, ended: Promise<void>) {
  let said = ''
  const ready = new Promise<void>((resolve) => {
    stderr.on('data', (bytes: Buffer) => {
      if (/ready to accept (read-only )?connections/.test(said)) return
      said += bytes.toString()
      if (/ready to accept (read-only )?connections/.test(said)) resolve()
    })
  })
  const refused = ended.then(() => {
    throw new Error(`PostgreSQL for the tests did not start:\n${said}`)
  })
  await Promise.race([ready, refused])
}

/** C.UTF-8 as the product has it; servers before 17 know it only from the machine. */
function localeOf(binaries: string) {
  const said = spawnSync(join(binaries, 'postgres'), ['--version'], { encoding: 'utf8' }).stdout
  const major = Number(/ (\d+)/.exec(said)?.[1])
  return major >= 17 ? ['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C', '--lc-ctype=C.UTF-8'] : ['--locale=C.UTF-8']
}
