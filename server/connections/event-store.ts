import { and, desc, eq, inArray, lt, sql } from 'drizzle-orm'
import type { EventType } from '#contract/connections.ts'
import type { Db } from '#server/database/database.ts'
import { events, type EventRow } from './tables.ts'

/**
 * The card’s alias, and the types of events that its connections listen to, also of those that are off: one may be switched on before this
 * transaction ends. Null for an unknown card.
 */
export async function findListeners(tx: Db, subjectId: string): Promise<{ alias: string; types: EventType[] } | null> {
  const { rows } = await tx.execute<{ alias: string; types: EventType[] | null }>(sql`
    select s.alias, c.types from subject s left join connection c on c.subject_id = s.id where s.id = ${subjectId}`)
  return rows[0] ? { alias: rows[0].alias, types: rows.flatMap(({ types }) => types ?? []) } : null
}

export async function insertEvents(tx: Db, rows: EventRow[]): Promise<void> {
  await tx.insert(events).values(rows)
}

export async function findEvent(db: Db, subjectId: string, id: string): Promise<EventRow | null> {
  const [row] = await db
    .select()
    .from(events)
    .where(and(eq(events.subjectId, subjectId), eq(events.id, id)))
  return row ?? null
}

type Page = { type?: EventType | undefined; before?: string | undefined; limit: number }

/** Newest first. */
export async function listEvents(db: Db, subjectId: string, { type, before, limit }: Page): Promise<EventRow[]> {
  const onPage = and(
    eq(events.subjectId, subjectId),
    type === undefined ? undefined : eq(events.type, type),
    before === undefined ? undefined : lt(events.id, before),
  )
  return db.select().from(events).where(onPage).orderBy(desc(events.id)).limit(limit)
}

/** Changes of these contacts that no receiver was sent yet, also those that no connection listens to. */
export async function deleteUnsentChanges(tx: Db, subjectId: string, contactIds: readonly string[]): Promise<void> {
  await tx.execute(sql`
    delete from event e
    where e.subject_id = ${subjectId} and e.contact_id = any(${sql.param([...contactIds])}::uuid[]) and e.type = 'contact.updated'
      and not exists (
        select 1 from delivery d where d.subject_id = ${subjectId} and d.event_id = e.id and (d.tried_at is not null or d.state <> 'waiting'))`)
}

/** Their deliveries are deleted by the foreign key. */
export async function deleteEventsOfContacts(tx: Db, subjectId: string, contactIds: readonly string[]): Promise<void> {
  await tx.delete(events).where(and(eq(events.subjectId, subjectId), inArray(events.contactId, [...contactIds])))
}

export async function deleteEventsBefore(db: Db, moment: Date): Promise<void> {
  await db.delete(events).where(lt(events.at, moment))
}
