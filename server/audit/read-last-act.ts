import { eq, max } from 'drizzle-orm'
import type { Db } from '#server/database/database.ts'
import { operatorActs } from './tables.ts'

/** When an operator last did this; null: never. */
export async function readLastAct(db: Db, act: string): Promise<Date | null> {
  const [row] = await db
    .select({ at: max(operatorActs.at) })
    .from(operatorActs)
    .where(eq(operatorActs.act, act))
  return row?.at ?? null
}
