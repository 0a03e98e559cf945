import { randomBytes } from 'node:crypto'
import type { TestProject } from 'vitest/node'
import { openDatabase } from '#server/database/database.ts'
import { findBinaries } from '#server/database/embedded/binaries.ts'
import { startPostgres } from './postgres.ts'
import { silentLog } from './silent-log.ts'
import { addressOf, tell } from './tell.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** A server that lets us make databases, and the name of a migrated one that nobody opens. */
    postgres: { server: string; template: string }
  }
}

/** Once a run: one server, one migrated template. `TEST_DATABASE_URL` or `TEST_POSTGRES_BINARIES` bring another server. */
export default async function setup(project: TestProject) {
  const { TEST_DATABASE_URL: given, TEST_POSTGRES_BINARIES: binaries } = process.env
  const own = given ? null : await startPostgres(binaries ?? (await findBinaries()))
  const server = given ?? own?.address ?? ''

  const template = `carte_template_${randomBytes(4).toString('hex')}`
  await tell(server, `create database ${template}`)
  const database = await openDatabase({ databaseUrl: addressOf(server, template), dataDir: '/nowhere' }, silentLog)
  await database[Symbol.asyncDispose]()

  project.provide('postgres', { server, template })
  return async () => {
    await tell(server, `drop database if exists ${template} with (force)`)
    await own?.[Symbol.asyncDispose]()
  }
}
