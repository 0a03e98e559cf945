import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { startSite } from './site.ts'
import { addressOf, tell } from './tell.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The running product with its demo cards, and what stands behind it. */
    site: { url: string; databaseUrl: string; dataDir: string }
  }
}

/** Once a run, after the database: one product, started as an operator would, with the demo cards in it. */
export default async function setup(project: TestProject) {
  const { server, template } = project.getProvidedContext().postgres
  const databaseUrl = addressOf(server, `${template}_site`)
  await tell(server, `create database ${template}_site template ${template}`)
  const dataDir = await mkdtemp(join(tmpdir(), 'carte-site-'))
  const site = await startSite({ environment: { DATABASE_URL: databaseUrl, DATA_DIR: dataDir, LOG_LEVEL: 'warn' } })

  project.provide('site', { url: site.url, databaseUrl, dataDir })
  return async () => {
    await site[Symbol.asyncDispose]()
    await tell(server, `drop database if exists ${template}_site with (force)`)
    await rm(dataDir, { recursive: true, force: true })
  }
}
