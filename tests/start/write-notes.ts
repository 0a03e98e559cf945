import { superviseEmbedded } from '#server/database/embedded/supervise.ts'
import { openPool } from '#server/database/pool.ts'
import { createLog } from '#server/integrations/log.ts'

// Writes one note after the other and prints each only after the database has acknowledged it.
const { DATA_DIR: dataDir = '' } = process.env
const log = createLog('info', (lines) => process.stderr.write(lines))
await using embedded = await superviseEmbedded(dataDir, log)
const pool = openPool(embedded.connection, log, 2)
await pool.query('create table if not exists note (id int generated always as identity)')
const { rows } = await pool.query('select count(*)::int as count, max(id) as last from note')
console.log(`found ${JSON.stringify(rows[0])}`)

let isStopping = false
process.once('SIGTERM', () => (isStopping = true))
while (!isStopping) {
  const written = await pool.query('insert into note default values returning id').catch(() => null)
  if (written) console.log(`saved ${written.rows[0].id}`)
}
await pool.end()
