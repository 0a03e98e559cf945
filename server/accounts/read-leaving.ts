import { sql } from 'drizzle-orm'
import type { Db } from '#server/database/database.ts'

/** Whether somebody asked to be forgotten. Slices that come before the one that keeps this ask here. */
export async function readLeaving(db: Db, accountId: string): Promise<boolean> {
  const { rows } = await db.execute(sql`select 1 from account_leaving where account_id = ${accountId}`)
  return rows.length > 0
}
