import { chmod, mkdtemp, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openChanges } from '#server/db/changes.ts'
import { openDatabase } from '#server/db/database.ts'
import { aDatabase } from '../../tests/harness/database.ts'
import { silentLog } from '../../tests/harness/silent-log.ts'

test('x', async () => {
  await using one = await aDatabase()
  await using database = await openDatabase({ databaseUrl: one.url, dataDir: '/nowhere' }, silentLog)
  console.log((await database.db.execute(sql`select 1`)).rows)
})
