import { sql } from 'drizzle-orm'
import { spellPath } from '#contract/product.ts'
import { addDays, dayIn } from '#server/common/calendar.ts'
import type { Db } from '#server/database/database.ts'
import type { Clock } from '#server/integrations/clock.ts'

type Deps = { db: Db; clock: Clock; settings: { productSlug: string } }

/** The views of each card in the last `days` days, including today. */
export async function countViews({ db, clock, settings }: Deps, subjectIds: readonly string[], days: number): Promise<Map<string, number>> {
  if (subjectIds.length === 0) return new Map()
  const from = addDays(dayIn('UTC', clock.now()), 1 - days)
  const { rows } = await db.execute<{ id: string; views: string }>(sql`
    select subject_id as id, sum(count) as views from visit_day
    where subject_id = any(${sql.param([...subjectIds])}::uuid[]) and day >= ${from}::date
      and name = ${spellPath('open_{product}', settings.productSlug)} and dimension = 'platform_used'
    group by subject_id`)
  return new Map(rows.map(({ id, views }) => [id, Number(views)]))
}
