import { and, asc, desc, eq, gte, inArray, lt, or } from 'drizzle-orm'
import type { Db } from '#server/database/database.ts'
import { auditEntries, type AuditEntry } from './tables.ts'

type AuditSearch = {
  search?: string | undefined
  alias?: string | undefined
  actor?: string | undefined
  acts?: readonly string[] | undefined
  since?: Date | undefined
  before?: string | undefined
  limit?: number
}

/** Entries of the audit log, newest first. `search` matches a whole alias, administrator or action; the other fields narrow it. */
export async function listAuditEntries(db: Db, { search = '', before, limit = 50, ...only }: AuditSearch): Promise<AuditEntry[]> {
  const wanted = search.trim().toLowerCase()
  const { actor, act, alias, id, at } = auditEntries
  return db
    .select()
    .from(auditEntries)
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

/** The actors of all entries about a card. */
export async function listActors(db: Db, alias: string): Promise<string[]> {
  const { actor } = auditEntries
  const rows = await db
    .selectDistinct({ actor })
    .from(auditEntries)
    .where(eq(auditEntries.alias, alias.toLowerCase()))
    .orderBy(asc(actor))
    .limit(actorsMax)
  return rows.map((row) => row.actor)
}

/** Deletes entries past their retention. Nothing else deletes an entry. */
export async function removeAuditEntriesBefore(db: Db, before: Date): Promise<void> {
  await db.delete(auditEntries).where(lt(auditEntries.at, before))
}
