import { sql } from 'drizzle-orm'
import type pg from 'pg'
import type { Db } from '#server/database/database.ts'

/** Adds `count` to a key. `leftMs`: when its window ends if this opens it. */
export type Use = { key: Buffer; count: number; windowSeconds: number; leftMs: number }
/** The count so far, and when its window ends. */
export type Used = { used: number; leftMs: number }

/**
 * One statement per batch, each key once, ordered by key so that two servers cannot deadlock. It uses the database's clock, which all
 * servers share; a window that ends later than it could was opened before a clock jump, and is opened again. Five seconds of tolerance,
 * because a statement that waited for a lock on the row started before the window that it finds.
 */
const takeUses = `
  insert into limit_window as w (key, used, window_seconds, ends_at)
  select key, used, seconds, statement_timestamp() + left_ms * interval '1 millisecond'
  from unnest($1::bytea[], $2::integer[], $3::integer[], $4::integer[]) as t (key, used, seconds, left_ms) order by key
  on conflict (key) do update set
    used = excluded.used + case when w.ends_at between statement_timestamp()
      and statement_timestamp() + (excluded.window_seconds + 5) * interval '1 second' then least(w.used, 1000000000) else 0 end,
    ends_at = case when w.ends_at between statement_timestamp()
      and statement_timestamp() + (excluded.window_seconds + 5) * interval '1 second' then w.ends_at else excluded.ends_at end
  returning encode(key, 'hex') as key, used, extract(epoch from ends_at - statement_timestamp())::float8 * 1000 as left_ms`

export async function takeAll(pool: pg.Pool, uses: readonly Use[]): Promise<Map<string, Used>> {
  const { rows } = await pool.query<{ key: string; used: number; left_ms: number }>({
    name: 'take-limits',
    text: takeUses,
    values: [
      uses.map(({ key }) => key),
      uses.map(({ count }) => count),
      uses.map(({ windowSeconds }) => windowSeconds),
      uses.map(({ leftMs }) => Math.ceil(leftMs)),
    ],
  })
  return new Map(rows.map(({ key, used, left_ms }) => [key, { used, leftMs: left_ms }]))
}

/** Deletes expired windows and returns how many. */
export async function deleteExpired(db: Db, atMost: number): Promise<number> {
  const { rowCount } = await db.execute(sql`delete from limit_window where key = any (array(
    select key from limit_window where ends_at < statement_timestamp() limit ${atMost} for update skip locked))`)
  return rowCount ?? 0
}
