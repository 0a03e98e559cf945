import { readFileSync } from 'node:fs'
import { findBinaries } from '#server/database/embedded/binaries.ts'
import { startPostgres, type Postgres } from '../harness/postgres.ts'

export const aPostgres = async (): Promise<Postgres> => startPostgres(await findBinaries())

/** The commit of the release before this one, and the last migration in it. */
export function readPreviousRelease(): { commit: string; lastMigration: string } {
  const [commit = '', lastMigration = ''] = readFileSync(new URL('../previous-release.txt', import.meta.url), 'utf8').split('\n')
  return { commit, lastMigration }
}
