import { and, desc, eq, lt, or } from 'drizzle-orm'
import type { Db } from '#server/database/database.ts'
import { operatorActs, type OperatorActRow } from './tables.ts'

export type ActSearch = { search?: string; before?: string | undefined; limit?: number }

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
