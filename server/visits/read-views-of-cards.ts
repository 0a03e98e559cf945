import { sql } from 'drizzle-orm'
import type { Db } from '#server/database/database.ts'
import type { DayViews } from './tables.ts'

/** Views of these cards by day, as the totals of all cards have counted them; without `first`, of all days. */
export async function readViewsOfCards(db: Db, cards: readonly string[], first = '0001-01-01'): Promise<DayViews[]> {
  if (cards.length === 0) return []
  const { rows } = await db.execute<DayViews>(sql`
    select to_char(day, 'YYYY-MM-DD') as day, sum(count)::int as count from visit_day
    where subject_id = any(${sql.param([...cards])}::uuid[]) and day >= ${first}::date
      and dimension = 'platform_used' and starts_with(name, 'open_') group by day order by day`)
  return rows
}
