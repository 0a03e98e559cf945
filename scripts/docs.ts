import { mkdtemp, rm } from 'node:fs/promises'
import { writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '#server/database/database.ts'
import { createLog } from '#server/integrations/log.ts'
import { renderEnvExample, renderSettings } from '#server/settings/render-settings.ts'
import { renderData } from './render-data.ts'
import { renderLimits } from './render-limits.ts'
import { renderCitus } from './scale/render-citus.ts'
import { renderLicenses } from './supply/licenses.ts'
import { readLock } from './supply/read-lock.ts'

const dataDir = await mkdtemp(join(tmpdir(), 'carte-docs-'))
const database = await openDatabase({ databaseUrl: null, dataDir }, createLog('error'))

/** Documents generated from the program. */
const documents = {
  'docs/settings.md': renderSettings(),
  '.env.example': renderEnvExample(),
  'docs/limits.md': renderLimits(),
  'docs/data.md': await renderData(database.pool),
  'docs/licenses.md': renderLicenses(readLock().packages),
  'docs/scale/citus.sql': await renderCitus(database.pool),
}

for (const [path, text] of Object.entries(documents)) {
  writeFileSync(new URL(`../${path}`, import.meta.url), text)
  console.log(`wrote ${path}`)
}

await database[Symbol.asyncDispose]()
await rm(dataDir, { recursive: true })
