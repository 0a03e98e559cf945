import { sql } from 'drizzle-orm'
import type { EventType } from '#contract/connections.ts'
import type { Db } from '#server/database/database.ts'

/** The next cards by id with a connection that listens to such events. */
export async function findListeningCards(
  db: Db,
  { type, after, limit }: { type: EventType; after: string | null; limit: number },
): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(sql`
    select distinct subject_id as id from connection
    where off_reason is null and types @> array[${type}]::text[] ${after === null ? sql`` : sql`and subject_id > ${after}`}
    order by subject_id limit ${limit}`)
  return rows.map(({ id }) => id)
}
