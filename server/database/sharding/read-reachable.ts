import { sql } from 'drizzle-orm'
import type { Db } from '../database.ts'
import { isShardAway } from '../is-away.ts'

/**
 * Rows of several cards, in one statement. If a worker is unavailable, in one statement per worker: the rows of the cards that can be
 * read, and the error of the others.
 */
export async function readReachable<T>(
  db: Db,
  ids: readonly string[],
  read: (ids: readonly string[]) => Promise<T[]>,
): Promise<{ rows: T[]; error: unknown }> {
  if (ids.length === 0) return { rows: [], error: null }
  try {
    return { rows: await read(ids), error: null }
  } catch (error) {
    if (!isShardAway(error)) throw error
    const { rows: workers } = await db.execute<{ ids: string[] }>(sql`
      select array_agg(id) as ids from unnest(${sql.param([...ids])}::uuid[]) id
      join pg_dist_placement on shardid = get_shard_id_for_distribution_column('subject', id) group by groupid`)
    const rows: T[] = []
    if (workers.length > 1) for (const worker of workers) rows.push(...(await read(worker.ids).catch(noneIfAway)))
    return { rows, error }
  }
}

function noneIfAway(error: unknown): [] {
  if (isShardAway(error)) return []
  throw error
}
