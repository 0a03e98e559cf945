import { and, asc, desc, eq, gte, inArray, isNull, lt, or, sql, type SQL } from 'drizzle-orm'
import type { Db } from '#server/database/database.ts'
import { auditEntries, type AuditEntry } from './tables.ts'

/** A card, or an alias that has none any more. */
type AuditedCard = { alias: string } & ({ id: string; createdAt: Date } | { id?: never })

type AuditSearch = {
  search?: string | undefined
  card?: AuditedCard | undefined
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
        only.card && isAbout(only.card),
        only.actor ? eq(actor, only.actor) : undefined,
        only.acts && inArray(act, [...only.acts]),
        only.since && gte(at, only.since),
        before ? lt(id, before) : undefined,
      ),
    )
    .orderBy(desc(id))
    .limit(limit)
}

/** An alias outlives its card: an entry without a card's id is about this card only if it was written in its time. */
function isAbout(card: AuditedCard): SQL | undefined {
  const { subjectId, alias, at } = auditEntries
  const isAtAlias = eq(alias, card.alias.toLowerCase())
  return card.id === undefined ? isAtAlias : or(eq(subjectId, card.id), and(isNull(subjectId), isAtAlias, gte(at, card.createdAt)))
}

const actorsMax = 50

/** The actors of all entries about a card. */
export async function listActors(db: Db, card: AuditedCard): Promise<string[]> {
  const { actor } = auditEntries
  const rows = await db.selectDistinct({ actor }).from(auditEntries).where(isAbout(card)).orderBy(asc(actor)).limit(actorsMax)
  return rows.map((row) => row.actor)
}

/**
 * Removes the aliases of cards that an administrator removed before this moment, also from entries that have only an alias and no card id.
 * Only this table is read: it is on the coordinator, and cards are not.
 */
export async function anonymizeRemovedCards(db: Db, before: Date): Promise<void> {
  await db.execute(sql`
    with removed as (
      select distinct entry.alias, removal.subject_id, removal.at from operator_act removal join operator_act entry using (subject_id)
      where removal.act = 'card.remove' and removal.at <= ${before.toISOString()} and entry.alias <> ''
    )
    update operator_act entry set alias = '' from removed
    where entry.alias = removed.alias and (entry.subject_id = removed.subject_id or (entry.subject_id is null and entry.at <= removed.at))`)
}

/** Deletes entries past their retention. Nothing else deletes an entry. */
export async function removeAuditEntriesBefore(db: Db, before: Date): Promise<void> {
  await db.delete(auditEntries).where(lt(auditEntries.at, before))
}
