import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { startSite } from './site.ts'
import { addressOf, tell } from './tell.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The running products with their demo cards, and what stands behind each; `theSite` says which is one's own. */
    sites: { url: string; databaseUrl: string; dataDir: string }[]
  }
}

/** Once a run, after the database: a product for each worker, started as an operator would, with the demo cards in it. */
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
  const { server, template } = project.getProvidedContext().postgres
  const name = `${template}_site_${place}`
  await tell(server, `create database ${name} template ${template}`)
  const databaseUrl = addressOf(server, name)
  const dataDir = await mkdtemp(join(tmpdir(), 'carte-site-'))
  const site = await startSite({ environment: { DATABASE_URL: databaseUrl, DATA_DIR: dataDir, LOG_LEVEL: 'warn' } })
  const close = async () => {
    await site[Symbol.asyncDispose]()
    await tell(server, `drop database if exists ${name} with (force)`)
    await rm(dataDir, { recursive: true, force: true })
  }
  return { site: { url: site.url, databaseUrl, dataDir }, close }
}
