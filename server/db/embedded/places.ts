import { createHash } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

export const port = 5432
export const user = 'app'
export const databaseName = 'postgres'

export type Places = ReturnType<typeof placesIn>

/** Where everything of one embedded server lies. */
export function placesIn(dataDir: string) {
  const dir = resolve(dataDir)
  const data = join(dir, 'pg18')
  // A socket's path holds 107 bytes at most; a project's path may be longer.
  const socketDir = join(tmpdir(), `carte-${createHash('sha256').update(data).digest('hex').slice(0, 16)}`)
  return {
    dir,
    data,
    socketDir,
    socket: join(socketDir, `.s.PGSQL.${port}`),
    pidFile: join(data, 'postmaster.pid'),
  }
}
