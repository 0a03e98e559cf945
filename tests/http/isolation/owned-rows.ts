import { createHash } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { Db } from '#server/database/database.ts'
import { marker } from './a-tenant.ts'

type Column = { table: string; column: string; type: string }

/** Every column of every table in the catalog, without partitions. */
export async function readCatalog(db: Db): Promise<Column[]> {
  const { rows } = await db.execute<Column>(sql`
    select c.relname as "table", a.attname as "column", format_type(a.atttypid, null) as type
    from pg_class c join pg_attribute a on a.attrelid = c.oid join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = 'public' and c.relkind in ('r', 'p') and not c.relispartition and a.attnum > 0 and not a.attisdropped
    order by 1, a.attnum`)
  return rows
}

/** Tables that count attempts: a row is about the caller, not about the owner. */
const ofCallers = new Set(['claim_try'])

/** A checksum of all rows of a card and an account. */
export async function checksumOf(db: Db, catalog: readonly Column[], { subjectId, accountId }: { subjectId: string; accountId: string }) {
  const rowsOf = catalog.flatMap(({ table, column }) => {
    const id = ownerIn(table, column) === 'card' ? subjectId : ownerIn(table, column) === 'account' ? accountId : null
    if (id === null || ofCallers.has(table)) return []
    return sql.raw(`select '${table}' as t, to_jsonb(x)::text as content from ${table} x where ${column} = '${id}'`)
  })
  const { rows } = await db.execute<{ t: string; content: string }>(
    sql`select * from (${sql.join(rowsOf, sql` union all `)}) y order by t, content`,
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

/** Tables with text columns that contain no marker text of the victim. */
export async function tablesWithoutMarker(db: Db, catalog: readonly Column[]): Promise<string[]> {
  const tables = [...new Set(catalog.filter(({ type }) => wordy.test(type)).map(({ table }) => table))]
  const empty: string[] = []
  for (const table of tables) {
    const hex = Buffer.from(marker).toString('hex')
    const { rows } = await db.execute(
      sql`select 1 from ${sql.raw(table)} x where to_jsonb(x)::text ilike ${`%${marker}%`} or to_jsonb(x)::text like ${`%${hex}%`} limit 1`,
    )
    if (rows.length === 0) empty.push(table)
  }
  return empty
}

/** Tables without marker text, and why. */
export const withoutMarker: Record<string, string> = {
  backup_run: 'backups of the whole installation',
  migration: 'which migrations were applied',
  plan: 'the catalog',
  grade_service: 'the catalog',
  release: 'public',
  publication: 'public',
  alias: 'public',
  review_name: 'shown with the reviews',
  push_topic: 'topic names, by a random device id',
  picture: 'the images of a card; the revision is in every public URL',
  subject_service: 'shown on the card',
  subject_component: 'shown on the card',
  subject_version: 'visible to anyone who knows its name',
  // Hashes and times.
  mail_count: 'only hashes',
  link_failure: 'hashes and constants',
  limit_window: 'only hashes',
  resting_alias: 'only hashes',
  card_submission: 'ids and a hash',
  account_leaving: 'timestamps and a hash',
}
