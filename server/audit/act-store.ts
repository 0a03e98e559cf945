import { and, asc, desc, eq, gte, inArray, lt, max, or } from 'drizzle-orm'
import type { Db } from '#server/database/database.ts'
import { operatorActs, type OperatorActRow } from './tables.ts'

type ActSearch = {
  search?: string | undefined
  alias?: string | undefined
  actor?: string | undefined
  acts?: readonly string[] | undefined
  since?: Date | undefined
  before?: string | undefined
  limit?: number
}

/** The newest first. What is searched is an alias, an operator or an act, by its whole name; the rest narrows it. */
export async function listActs(db: Db, { search = '', before, limit = 50, ...only }: ActSearch): Promise<OperatorActRow[]> {
  const wanted = search.trim().toLowerCase()
  const { actor, act, alias, id, at } = operatorActs
  return db
    .select()
    .from(operatorActs)
    .where(
      and(
        wanted ? or(eq(alias, wanted), eq(actor, wanted), eq(act, wanted)) : undefined,
        only.alias ? eq(alias, only.alias.toLowerCase()) : undefined,
        only.actor ? eq(actor, only.actor) : undefined,
        only.acts && inArray(act, [...only.acts]),
        only.since && gte(at, only.since),
        before ? lt(id, before) : undefined,
      ),
    )
    .orderBy(desc(id))
    .limit(limit)
}

const actorsMax = 50

/** Who did something on a card. */
export async function listActors(db: Db, alias: string): Promise<string[]> {
  const { actor } = operatorActs
  const rows = await db
    .selectDistinct({ actor })
    .from(operatorActs)
    .where(eq(operatorActs.alias, alias.toLowerCase()))
    .orderBy(asc(actor))
    .limit(actorsMax)
  return rows.map((row) => row.actor)
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
