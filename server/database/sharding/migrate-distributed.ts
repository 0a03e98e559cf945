import type pg from 'pg'
import { UserError } from '#server/common/user-error.ts'
import { distributeTable } from './plan-distribution.ts'
import { placements } from './placements.ts'
import { readCatalog } from './read-catalog.ts'

/** True if cards are distributed over the workers of a Citus cluster. */
export async function isDistributed(client: Pick<pg.Client, 'query'>): Promise<boolean> {
  const { rows } = await client.query<{ isThere: boolean }>(`select to_regclass('pg_dist_partition') is not null as "isThere"`)
  if (!rows[0]?.isThere) return false
  return (await client.query(`select from pg_dist_partition where logicalrelid = to_regclass('subject')`)).rowCount === 1
}

/** Refuses a database whose distribution was interrupted: it lacks keys and references, and its rows are in two places. */
export async function refuseHalfDistributed(client: Pick<pg.Client, 'query'>): Promise<void> {
  const tables = await client.query(`select where to_regclass('installation') is not null and to_regclass('pg_dist_partition') is not null`)
  if (!tables.rowCount) return
  const { rows } = await client.query<{ done: number; total: number }>(
    `select (value ->> 'done')::int as done, jsonb_array_length(value -> 'statements') as total from installation where name = 'distribution'`,
  )
  const [progress] = rows
  if (progress && progress.done < progress.total)
    throw new UserError(
      `This database is distributed in part (${progress.done} of ${progress.total} statements). Continue with: npm run carte -- scale citus --run`,
    )
}

/**
 * Runs a migration on a distributed database: a new table can refer to cards, or to another new table, only once it is distributed
 * with them, and never if it stays on the coordinator. New columns and indexes need no help.
 */
export async function runDistributed(client: pg.Client, statement: string): Promise<void> {
  const before = new Set((await readCatalog(client)).tables.map(({ name }) => name))
  await client.query(statement.replaceAll(toCards, ''))
  const { tables, references } = await readCatalog(client)
  const created = tables.flatMap(({ name }) => (before.has(name) ? [] : [name]))
  const tied = references.filter(({ table, to }) => created.includes(table) && created.includes(to))
  for (const { table, name } of tied) await client.query(`alter table ${table} drop constraint ${name}`)
  for (const name of created) {
    const place = placements[name]
    if (place?.with === 'reference') await client.query(`select create_reference_table('${name}')`)
    if (place?.with !== 'card') continue
    await client.query(distributeTable(name))
    await client.query(
      `alter table ${name} add constraint ${name}_${place.by}_fkey foreign key (${place.by}) references subject(id) on delete cascade`,
    )
  }
  for (const { table, name, definition } of tied) await client.query(`alter table ${table} add constraint ${name} ${definition}`)
}

const toCards = /\s+references subject\s*\(id\)(\s+on delete cascade)?/gi
