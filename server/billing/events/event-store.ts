import { and, isNotNull, lt, sql } from 'drizzle-orm'
import type { Db } from '#server/database/database.ts'
import { billingEvents, type EventOutcome } from '../tables.ts'
import type { PackedTold } from './told.ts'

export type StoredEvent = { eventId: string; customerId: string | null; kind: string; told: PackedTold | null; at: Date; place: Place }
/** What became of it, and whose it was. */
export type Marked = { eventId: string; subjectId: string | null; outcome: EventOutcome }

/** False where it was told before. */
export async function insertEvent(tx: Db, row: typeof billingEvents.$inferInsert): Promise<boolean> {
  const kept = await tx.insert(billingEvents).values(row).onConflictDoNothing().returning({ id: billingEvents.eventId })
  return kept.length > 0
}

/** Where to go on. */
export type Place = { customer: string; at: string; id: string }
type Which = { provider: string; after: Place | null; limit: number }
type EventRow = Omit<StoredEvent, 'at' | 'place'> & { at: string; received: string }

/** The next that wait, card by card; those that another instance has in hand are left to it. */
export async function takeEvents(tx: Db, { provider, after, limit }: Which): Promise<StoredEvent[]> {
  const { rows } = await tx.execute<EventRow>(sql`
    select event_id as "eventId", customer_id as "customerId", kind, told,
      to_char(provider_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at,
      to_char(received_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as received
    from billing_event
    where applied_at is null and provider = ${provider}
      ${after ? sql`and (coalesce(customer_id, ''), received_at, event_id) > (${after.customer}, ${after.at}::timestamptz, ${after.id})` : sql``}
    order by coalesce(customer_id, ''), received_at, event_id limit ${limit} for update skip locked`)
  return rows.map(({ at, received, ...event }) => {
    return { ...event, at: new Date(at), place: { customer: event.customerId ?? '', at: received, id: event.eventId } }
  })
}

/** These rows, until the transaction ends. Events are held before the cards they are about, everywhere: the other way round two would wait for each other. */
export async function holdEvents(tx: Db, provider: string, ids: readonly string[]): Promise<void> {
  await tx.execute(sql`select from billing_event where provider = ${provider} and event_id = any(${sql.param([...ids])}::text[])
    order by event_id for update`)
}

/** What is told of somebody who pays for no card here is not kept: they may be another shop’s, or have gone. */
export async function markEvents(tx: Db, provider: string, marked: readonly Marked[], now: Date): Promise<void> {
  if (marked.length === 0) return
  const list = <T>(of: (one: Marked) => T) => sql.param(marked.map(of))
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
