import { mkdtemp, rm } from 'node:fs/promises'
import { writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '#server/database/database.ts'
import { createLog } from '#server/integrations/log.ts'
import { drawSettings } from '#server/settings/draw-table.ts'
import { drawData } from './draw-data.ts'
import { drawLimits } from './draw-limits.ts'
import { drawCitus } from './scale/draw-citus.ts'
import { drawLicenses } from './supply/licenses.ts'
import { readLock } from './supply/read-lock.ts'

const dataDir = await mkdtemp(join(tmpdir(), 'carte-docs-'))
const database = await openDatabase({ databaseUrl: null, dataDir }, createLog('error'))

/** The documents that are drawn from the program, each by one function. */
const drawn = {
  'docs/settings.md': drawSettings(),
  'docs/limits.md': drawLimits(),
  'docs/data.md': await drawData(database.pool),
  'docs/licenses.md': drawLicenses(readLock().packages),
  'docs/scale/citus.sql': await drawCitus(database.pool),
}

for (const [path, text] of Object.entries(drawn)) {
  writeFileSync(new URL(`../${path}`, import.meta.url), text)
  console.log(`drew ${path}`)
}

await database[Symbol.asyncDispose]()
await rm(dataDir, { recursive: true })
