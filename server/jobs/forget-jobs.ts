import { sql } from 'drizzle-orm'
import type { Db } from '#server/database/database.ts'

/** Deletes waiting and done jobs whose data contains one of these values, such as the address of an erased account. */
export async function forgetJobs(tx: Db, words: readonly string[]): Promise<void> {
  const { rows } = await tx.execute<{ is: boolean }>(sql`select to_regclass('jobs.job') is not null as is`)
  if (!rows[0]?.is) return
  await tx.execute(sql`delete from jobs.job where state <> 'active' and exists
    (select 1 from jsonb_each_text(case when jsonb_typeof(data) = 'object' then data else '{}' end) as field
      where field.value = any(${sql.param([...words])}::text[]))`)
}
