import { eq } from 'drizzle-orm'
import type { Db } from '#server/db/database.ts'
import { providerSubscriptions } from './tables.ts'

/** When each of a card's subscriptions at a provider began. */
export const listBeginnings = (db: Db, subjectId: string): Promise<{ beganAt: Date }[]> =>
  db.select({ beganAt: providerSubscriptions.beganAt }).from(providerSubscriptions).where(eq(providerSubscriptions.subjectId, subjectId))
