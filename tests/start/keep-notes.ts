import { createLog } from '#server/outside/log.ts'
import { openDatabase } from '#server/db/database.ts'

// Writes one note after the other into DATA_DIR and tells each only after the database has acknowledged it.
const { DATA_DIR: dataDir = '', STARTED_AT: startedAt = '' } = process.env
const log = createLog('error', (lines) => process.stderr.write(lines))
await using database = await openDatabase({ databaseUrl: null, dataDir }, log)
const { pool } = database
await pool.query('create table if not exists note (id int generated always as identity, started_at text)')
const { rows } = await pool.query('select count(*)::int as count, max(id) as last from note')
console.log(`found ${JSON.stringify(rows[0])}`)

let isStopping = false
process.once('SIGTERM', () => (isStopping = true))
while (!isStopping) {
  const written = await pool.query('insert into note (started_at) values ($1) returning id', [startedAt]).catch(() => null)
  if (written) console.log(`kept ${written.rows[0].id}`)
}
