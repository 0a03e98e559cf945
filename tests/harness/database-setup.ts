import { randomBytes } from 'node:crypto'
import type { TestProject } from 'vitest/node'
import { openDatabase } from '#server/database/database.ts'
import { findBinaries } from '#server/database/embedded/binaries.ts'
import { createClusterDatabase, distributeForTests, startCluster } from './cluster.ts'
import { startPgBouncer } from './pgbouncer.ts'
import { startPostgres } from './postgres.ts'
import { silentLog } from '#server/integrations/silent-log.ts'
import { addressOf, dropDatabase, runSql } from './run-sql.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** A server to create databases on, and a migrated one to copy. `nodes`: the server, or all of a cluster. */
    postgres: { server: string; template: string; nodes: string[] }
  }
}

/**
 * Once a run: one server, one migrated template. `TEST_DATABASE_URL` or `TEST_POSTGRES_BINARIES` bring another server,
 * `TEST_CITUS_BINARIES` a cluster, `TEST_PGBOUNCER` a pooler in front.
 */
export default async function setup(project: TestProject) {
  const {
    TEST_DATABASE_URL: externalServer,
    TEST_POSTGRES_BINARIES: binaries,
    TEST_CITUS_BINARIES: citus,
    TEST_PGBOUNCER: isPooled,
  } = process.env
  await using started = new AsyncDisposableStack()
  const cluster = citus ? started.use(await startCluster(citus)) : null
  const own = cluster || externalServer ? null : started.use(await startPostgres(binaries ?? (await findBinaries())))
  const direct = cluster?.address ?? externalServer ?? own?.address ?? ''
  const nodes = cluster?.nodes ?? [direct]
  const server = isPooled ? started.use(await startPgBouncer(direct)).address : direct

  const template = `carte_template_${randomBytes(4).toString('hex')}`
  if (cluster) await createClusterDatabase(nodes, template)
  else await runSql(direct, `create database ${template}`)
  const database = await openDatabase({ databaseUrl: addressOf(server, template), dataDir: '/nowhere' }, silentLog)
  await database[Symbol.asyncDispose]()
  if (cluster) await distributeForTests(addressOf(server, template))
  // A template can't be copied while anyone is connected to it, and a cluster's own sessions stay.
  for (const node of nodes) await runSql(node, `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${template}'`)

  project.provide('postgres', { server, template, nodes })
  const stack = started.move()
  return async () => {
    await dropDatabase({ nodes }, template)
    await stack.disposeAsync()
  }
}
