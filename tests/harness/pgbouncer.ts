import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { choosePrivilege, commandFor, handOver } from '#server/database/embedded/run-unprivileged.ts'
import { freePort } from './site.ts'

/** Debian's program, or null. */
export const findPgBouncer = (): string | null =>
  ['/usr/sbin/pgbouncer', '/usr/bin/pgbouncer', '/usr/local/bin/pgbouncer'].find((file) => existsSync(file)) ?? null

/** A PgBouncer in front of every database of a server. */
export type PgBouncer = { address: string; stop(): Promise<void>; start(): Promise<void>; [Symbol.asyncDispose](): Promise<void> }

export async function startPgBouncer(server: string, mode = 'transaction'): Promise<PgBouncer> {
  const program = findPgBouncer() ?? 'pgbouncer'
  const directory = mkdtempSync(join(tmpdir(), 'carte-pooler-'))
  const privilege = choosePrivilege()
  const port = await freePort()
  const { hostname, port: serverPort, searchParams, username } = new URL(server)
  const file = join(directory, 'pgbouncer.ini')
  const settings = {
    listen_addr: '127.0.0.1',
    listen_port: port,
    unix_socket_dir: '',
    auth_type: 'any',
    pool_mode: mode,
    max_client_conn: 500,
    default_pool_size: 40,
  }
  const lines = Object.entries(settings).map(([name, value]) => `${name} = ${value}`)
  const target = `host=${searchParams.get('host') ?? hostname} port=${serverPort || 5432} user=${username}`
  writeFileSync(file, ['[databases]', `* = ${target}`, '[pgbouncer]', ...lines, ''].join('\n'))
  handOver(privilege, [directory])

  async function start() {
    const command = commandFor(privilege, program, [file], true)
    const child = spawn(command.file, command.args, { ...command.options, detached: true, stdio: ['ignore', 'ignore', 'pipe'] })
    let output = ''
    const ended = once(child, 'exit')
    await new Promise<void>((resolve, reject) => {
      child.stderr.on('data', (bytes: Buffer) => /process up/.test((output += bytes.toString())) && resolve())
      void ended.then(() => reject(new Error(`PgBouncer did not start:\n${output}`)))
    })
    return { child, ended }
  }
  let running = await start()
  async function stop() {
    running.child.kill('SIGTERM')
    await running.ended
  }

  return {
    address: `postgresql://${username}@127.0.0.1:${port}/postgres`,
    stop,
    start: async () => void (running = await start()),
    async [Symbol.asyncDispose]() {
      await stop()
      rmSync(directory, { recursive: true, force: true })
    },
  }
}
