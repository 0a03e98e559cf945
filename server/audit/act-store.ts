import { and, desc, eq, lt, max, or } from 'drizzle-orm'
import type { Db } from '#server/database/database.ts'
import { operatorActs, type OperatorActRow } from './tables.ts'

type ActSearch = { search?: string; before?: string | undefined; limit?: number }

/** The newest first. What is searched is an alias, an operator or an act, by its whole name. */
export async function listActs(db: Db, { search = '', before, limit = 50 }: ActSearch): Promise<OperatorActRow[]> {
  const wanted = search.trim().toLowerCase()
  const { actor, act, alias, id } = operatorActs
  return db
    .select()
    .from(operatorActs)
    .where(and(wanted ? or(eq(alias, wanted), eq(actor, wanted), eq(act, wanted)) : undefined, before ? lt(id, before) : undefined))
    .orderBy(desc(id))
    .limit(limit)
}

/** When an operator last did this; null: never. */
export async function readLastAct(db: Db, act: string): Promise<Date | null> {
  const [row] = await db
    .select({ at: max(operatorActs.at) })
    .from(operatorActs)
    .where(eq(operatorActs.act, act))
  return row?.at ?? null
}

/** The book has an end: lines that are older than anybody asks about. It is the only way a line goes. */
export async function removeActsBefore(db: Db, before: Date): Promise<void> {
  await db.delete(operatorActs).where(lt(operatorActs.at, before))
}
