import { lt } from 'drizzle-orm'
import type { Db } from '#server/database/database.ts'
import { operatorActs } from './tables.ts'

/** The book has an end: lines that are older than anybody asks about. It is the only way a line goes. */
export async function removeActsBefore(db: Db, before: Date): Promise<void> {
  await db.delete(operatorActs).where(lt(operatorActs.at, before))
}
