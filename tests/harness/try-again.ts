import { sql } from 'drizzle-orm'
import type { App } from '#server/app.ts'

/** What failed is tried again now, and not when its turn comes. */
export async function tryAgain({ db, jobs }: Pick<App['needs'], 'db' | 'jobs'>): Promise<void> {
  await db.execute(sql`update jobs.job set start_after = now() where state = 'retry'`)
  await jobs.settle()
}
