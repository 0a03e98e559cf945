import { sql } from 'drizzle-orm'
import type { Db } from './database.ts'

/** When this database was laid out, or the one it was restored from. */
export async function bornAt(db: Db): Promise<Date> {
  const { rows } = await db.execute<{ at: string }>(sql`select to_json(min(applied_at)) as at from migration`)
  return new Date(rows[0]?.at ?? Number.NaN)
}
