import { readFileSync } from 'node:fs'
import pg from 'pg'
import { expect, test } from 'vitest'
import { aDatabase } from '../tests/harness/database.ts'
import { renderData } from './render-data.ts'

test('docs/data.md matches the database', async () => {
  await using database = await aDatabase()
  const pool = new pg.Pool({ connectionString: database.url })
  const rendered = await renderData(pool)
  await pool.end()
  expect(readFileSync('docs/data.md', 'utf8')).toBe(rendered)
})
