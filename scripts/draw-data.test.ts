import { readFileSync } from 'node:fs'
import pg from 'pg'
import { expect, test } from 'vitest'
import { aDatabase } from '../tests/harness/database.ts'
import { drawData } from './draw-data.ts'

test('docs/data.md is what the database is', async () => {
  await using database = await aDatabase()
  const pool = new pg.Pool({ connectionString: database.url })
  const drawn = await drawData(pool)
  await pool.end()
  expect(readFileSync('docs/data.md', 'utf8')).toBe(drawn)
})
