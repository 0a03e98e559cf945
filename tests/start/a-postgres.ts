import { findBinaries } from '#server/database/embedded/binaries.ts'
import { startPostgres, type Postgres } from '../harness/postgres.ts'

export const aPostgres = async (): Promise<Postgres> => startPostgres(await findBinaries())
