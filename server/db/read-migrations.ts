import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'

const folder = new URL('../../migrations/', import.meta.url)

export type Migration = { name: string; sum: string; statements: string[]; isTransaction: boolean }

export function readMigrations(): Migration[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .sort()
    .map((name) => readMigration(name, readFileSync(new URL(name, folder), 'utf8')))
}

/**
 * A file that begins with `-- no transaction` builds an index beside running writes, which is refused inside one. Its
 * statements end with a semicolon at the end of a line, go one by one, and bear being run again after a stop half-way.
 */
export function readMigration(name: string, sql: string): Migration {
  const isTransaction = !sql.startsWith('-- no transaction')
  const statements = isTransaction ? [sql] : sql.split(/(?<=;)\s*\n/).filter((statement) => /^\s*[^\s-]/m.test(statement))
  return { name, sum: createHash('sha256').update(sql).digest('hex'), statements, isTransaction }
}
