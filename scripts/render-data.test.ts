import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { openPool } from '#server/database/pool.ts'
import { silentLog } from '#server/integrations/silent-log.ts'
import { aDatabase } from '../tests/harness/database.ts'
import { renderData } from './render-data.ts'

test('docs/data.md matches the database', async () => {
  await using database = await aDatabase()
  const pool = openPool({ connectionString: database.url }, silentLog, 1)
  const rendered = await renderData(pool)
  await pool.end()
  expect(readFileSync('docs/data.md', 'utf8')).toBe(rendered)
})
