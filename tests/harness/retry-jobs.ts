import { sql } from 'drizzle-orm'
import type { App } from '#server/app.ts'

/** Retries failed jobs now instead of at their next attempt. */
export async function retryJobs({ db, jobs }: Pick<App['deps'], 'db' | 'jobs'>): Promise<void> {
  await db.execute(sql`update jobs.job set start_after = now() where state = 'retry'`)
  await jobs.settle()
}
