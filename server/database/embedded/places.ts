import { createHash } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

export const port = 5432
export const user = 'app'
export const databaseName = 'postgres'
export const socketName = `.s.PGSQL.${port}`

export type Places = ReturnType<typeof placesIn>

/** The paths of an embedded server. */
export function placesIn(dataDir: string) {
  const dir = resolve(dataDir)
  const data = join(dir, 'pg18')
  return {
    dir,
    data,
    pidFile: join(data, 'postmaster.pid'),
    signature: join(dir, 'in-use-by'),
    // A socket's path holds 107 bytes at most; a project's path may be longer.
    socketDir: join(tmpdir(), `carte-${createHash('sha256').update(data).digest('hex').slice(0, 16)}`),
  }
}
