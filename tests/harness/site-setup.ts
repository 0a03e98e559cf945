import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { startSite } from './site.ts'
import { addressOf, createFromTemplate, dropDatabase } from './run-sql.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The running products with their demo cards, and their databases and folders; `theSite` returns the one of this worker. */
    sites: { url: string; databaseUrl: string; dataDir: string }[]
  }
}

/** Once a run, after the database: a product with demo cards for each worker, started as an administrator does. */
export default async function setup(project: TestProject) {
  const opened = await Promise.all(Array.from({ length: project.config.maxWorkers }, (_, place) => open(project, place)))
  project.provide(
    'sites',
    opened.map(({ site }) => site),
  )
  return async () => {
    for (const { close } of opened) await close()
  }
}

async function open(project: TestProject, place: number) {
  const { postgres } = project.getProvidedContext()
  const name = `${postgres.template}_site_${place}`
  await createFromTemplate(postgres, name)
  const databaseUrl = addressOf(postgres.server, name)
  const dataDir = await mkdtemp(join(tmpdir(), 'carte-site-'))
  const site = await startSite({ environment: { DATABASE_URL: databaseUrl, DATA_DIR: dataDir, CAPTCHA_COST: '1', LOG_LEVEL: 'warn' } })
  const close = async () => {
    await site[Symbol.asyncDispose]()
    await dropDatabase(postgres, name)
    await rm(dataDir, { recursive: true, force: true })
  }
  return { site: { url: site.url, databaseUrl, dataDir }, close }
}
