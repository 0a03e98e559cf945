import { and, isNotNull, lt, sql } from 'drizzle-orm'
import type { Db } from '#server/database/database.ts'
import { billingEvents, type EventOutcome } from '../tables.ts'
import type { StoredEventData } from './event-data.ts'

type StoredEvent = {
  eventId: string
  customerId: string | null
  kind: string
  data: StoredEventData | null
  at: Date
  position: Position
}
/** The outcome of an event and the card it belongs to. */
export type EventResult = { eventId: string; subjectId: string | null; outcome: EventOutcome }

/** False if the event was received before. */
export async function insertEvent(tx: Db, row: typeof billingEvents.$inferInsert): Promise<boolean> {
  const inserted = await tx.insert(billingEvents).values(row).onConflictDoNothing().returning({ id: billingEvents.eventId })
  return inserted.length > 0
}

/** Keyset cursor: the next batch starts after it. */
export type Position = { customer: string; at: string; id: string }
type BatchQuery = { provider: string; after: Position | null; limit: number }
type EventRow = Omit<StoredEvent, 'at' | 'place'> & { at: string; received: string }

/** The next pending events, grouped by customer. Rows locked by another instance are skipped. */
export async function takeEvents(tx: Db, { provider, after, limit }: BatchQuery): Promise<StoredEvent[]> {
  const { rows } = await tx.execute<EventRow>(sql`
    select event_id as "eventId", customer_id as "customerId", kind, told as data,
      to_char(provider_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at,
      to_char(received_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as received
    from billing_event
    where applied_at is null and provider = ${provider}
      ${after ? sql`and (coalesce(customer_id, ''), received_at, event_id) > (${after.customer}, ${after.at}::timestamptz, ${after.id})` : sql``}
    order by coalesce(customer_id, ''), received_at, event_id limit ${limit} for update skip locked`)
  return rows.map(({ at, received, ...event }) => {
    return { ...event, at: new Date(at), position: { customer: event.customerId ?? '', at: received, id: event.eventId } }
  })
}

/** Locks these rows until the transaction ends. Every transaction locks events before cards; the other order would deadlock. */
export async function lockEvents(tx: Db, provider: string, ids: readonly string[]): Promise<void> {
  await tx.execute(sql`select from billing_event where provider = ${provider} and event_id = any(${sql.param([...ids])}::text[])
    order by event_id for update`)
}

/** Drops the data of events whose customer pays for no card here: another shop’s customer, or an erased one. */
export async function markEvents(tx: Db, provider: string, results: readonly EventResult[], now: Date): Promise<void> {
  if (results.length === 0) return
  const list = <T>(of: (one: EventResult) => T) => sql.param(results.map(of))
  await tx.execute(sql`
    update billing_event e set applied_at = ${now.toISOString()}::timestamptz, outcome = m.outcome, subject_id = m.subject_id,
      payload = case m.outcome when 'not-ours' then '{}'::jsonb else e.payload end,
      told = case m.outcome when 'not-ours' then null else e.told end
    from unnest(${list(({ eventId }) => eventId)}::text[], ${list(({ subjectId }) => subjectId)}::uuid[], ${list(({ outcome }) => outcome)}::text[])
      as m (event_id, subject_id, outcome)
    where e.provider = ${provider} and e.event_id = m.event_id and e.applied_at is null`)
}

export async function removeEventsBefore(db: Db, before: Date): Promise<void> {
  await db.delete(billingEvents).where(and(isNotNull(billingEvents.appliedAt), lt(billingEvents.appliedAt, before)))
}
