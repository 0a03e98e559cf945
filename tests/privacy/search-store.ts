import { readdir, readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { sql } from 'drizzle-orm'
import type { Db } from '#server/database/database.ts'

type TableRow = { name: string }

/** All tables: Carte's, those of the job queue, and each partition. */
export async function tablesOf(db: Db): Promise<string[]> {
  const { rows } = await db.execute<TableRow>(sql`
    select case when schemaname = 'public' then format('%I', tablename) else format('%I.%I', schemaname, tablename) end as name
    from pg_tables where schemaname not in ('pg_catalog', 'information_schema') order by 1`)
  return rows.map(({ name }) => name)
}

/** Columns that contain a word, as text, in JSON or in bytes. */
export async function findInTables(db: Db, words: readonly string[]): Promise<string[]> {
  const found: string[] = []
  for (const name of await tablesOf(db)) {
    const shapes = words.flatMap((word) => [word.toLowerCase(), Buffer.from(word).toString('hex')])
    const { rows } = await db.execute<{ word: string; row: string }>(sql`
      select word, left(stored.text, 300) as row from (select lower(to_jsonb(t)::text) as text from ${sql.raw(name)} t) stored
      join unnest(${sql.param(shapes)}::text[]) as word on strpos(stored.text, word) > 0`)
    for (const { word, row } of rows) found.push(`${word} in ${name}: ${row}`)
  }
  return found
}

/** Files of a folder whose name or content contains the word. */
export async function findInFiles(dir: string, words: readonly string[]): Promise<string[]> {
  const entries = await readdir(dir, { recursive: true, withFileTypes: true })
  const found: string[] = []
  for (const entry of entries.filter((each) => each.isFile())) {
    const path = join(entry.parentPath, entry.name)
    const text = `${relative(dir, path)}\n${(await readFile(path)).toString('latin1')}`.toLowerCase()
    for (const word of words) if (text.includes(word.toLowerCase())) found.push(`${word} in ${relative(dir, path)}`)
  }
  return found
}
