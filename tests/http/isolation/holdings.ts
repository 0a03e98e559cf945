import { createHash } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { Db } from '#server/database/database.ts'
import { treasure } from './plant.ts'

type Column = { table: string; column: string; type: string }

/** Every column of every table, as the catalog has it; parts of a table are its own affair. */
export async function readCatalog(db: Db): Promise<Column[]> {
  const { rows } = await db.execute<Column>(sql`
    select c.relname as "table", a.attname as "column", format_type(a.atttypid, null) as type
    from pg_class c join pg_attribute a on a.attrelid = c.oid join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = 'public' and c.relkind in ('r', 'p') and not c.relispartition and a.attnum > 0 and not a.attisdropped
    order by 1, a.attnum`)
  return rows
}

/** Written where somebody else knocks, so that knocking is counted: it tells of the one who knocks. */
const ofWhoKnocks = new Set(['claim_try'])

/** A sum over all that somebody has: rows of the card, and rows of the account. */
export async function sumOf(db: Db, catalog: readonly Column[], { subjectId, accountId }: { subjectId: string; accountId: string }) {
  const rowsOf = catalog.flatMap(({ table, column }) => {
    const id = ownerIn(table, column) === 'card' ? subjectId : ownerIn(table, column) === 'account' ? accountId : null
    if (id === null || ofWhoKnocks.has(table)) return []
    return sql.raw(`select '${table}' as t, to_jsonb(x)::text as held from ${table} x where ${column} = '${id}'`)
  })
  const { rows } = await db.execute<{ t: string; held: string }>(
    sql`select * from (${sql.join(rowsOf, sql` union all `)}) y order by t, held`,
  )
  return createHash('sha256').update(JSON.stringify(rows)).digest('hex')
}

function ownerIn(table: string, column: string): 'card' | 'account' | null {
  if (column === 'subject_id' || (table === 'subject' && column === 'id')) return 'card'
  return column === 'account_id' || (table === 'account' && column === 'id') ? 'account' : null
}

export const tablesOfOwners = (catalog: readonly Column[]) => [
  ...new Set(catalog.flatMap(({ table, column }) => (ownerIn(table, column) ? [table] : []))),
]

const wordy = /^(text|jsonb?|character varying|bytea)(\[\])?$/

/** Tables that can hold words, and hold none of the victim's treasure. */
export async function tablesWithoutTreasure(db: Db, catalog: readonly Column[]): Promise<string[]> {
  const tables = [...new Set(catalog.filter(({ type }) => wordy.test(type)).map(({ table }) => table))]
  const empty: string[] = []
  for (const table of tables) {
    const hex = Buffer.from(treasure).toString('hex')
    const { rows } = await db.execute(
      sql`select 1 from ${sql.raw(table)} x where to_jsonb(x)::text ilike ${`%${treasure}%`} or to_jsonb(x)::text like ${`%${hex}%`} limit 1`,
    )
    if (rows.length === 0) empty.push(table)
  }
  return empty
}

/** Where no treasure lies, and why not. */
export const noTreasure: Record<string, string> = {
  migration: 'which migrations were applied',
  plan: 'the catalog',
  grade_service: 'the catalog',
  release: 'read by everybody',
  publication: 'read by everybody',
  alias: 'an address is no secret',
  push_topic: 'names of topics, by a name each device makes for itself',
  picture: 'which pictures a card shows; its revision is in every address',
  subject_service: 'shown on the card',
  subject_component: 'shown on the card',
  subject_version: 'shown to whoever knows its name',
  // Hashes and moments.
  mail_count: 'hashes alone',
  link_failure: 'hashes, and words of ours',
  limit_window: 'hashes alone',
  resting_alias: 'hashes alone',
  card_submission: 'ids and a hash',
  account_leaving: 'moments and a hash',
}
