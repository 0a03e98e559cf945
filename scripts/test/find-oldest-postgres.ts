import { existsSync } from 'node:fs'
import { join } from 'node:path'

const folders = [
  '/usr/lib/postgresql/15/bin',
  '/usr/pgsql-15/bin',
  '/opt/homebrew/opt/postgresql@15/bin',
  '/usr/local/opt/postgresql@15/bin',
]

/** The oldest supported PostgreSQL: an address, or binaries to start one from. */
export function findOldestPostgres(): { TEST_DATABASE_URL: string } | { TEST_POSTGRES_BINARIES: string } | null {
  if (process.env.DATABASE_URL_15) return { TEST_DATABASE_URL: process.env.DATABASE_URL_15 }
  const binaries = folders.find((folder) => existsSync(join(folder, 'postgres')) && existsSync(join(folder, 'initdb')))
  return binaries ? { TEST_POSTGRES_BINARIES: binaries } : null
}
