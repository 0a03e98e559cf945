import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { Db } from '#server/database/database.ts'
import { connections, deliveries, type ConnectionRow, type DeliveryRow, type EventRow } from './tables.ts'

type Key = Pick<DeliveryRow, 'subjectId' | 'connectionId' | 'eventId'>
export type DueDelivery = {
  /** `dueAt` names the attempt: "Send again" and a replaced key plan another one. */
  delivery: Key & Pick<DeliveryRow, 'attempts' | 'isFull'> & { dueAt: Date }
  connection: Pick<ConnectionRow, 'id' | 'preset' | 'url' | 'secret' | 'previousSecret' | 'previousUntil'> & {
    /** True if delivering this event ends a failure. Only a new contact proves that an archived source was restored. */
    recovers: boolean
  }
  event: Pick<EventRow, 'id' | 'type' | 'at' | 'data'>
}

const isOf = ({ subjectId, connectionId, eventId }: Key) =>
  and(eq(deliveries.subjectId, subjectId), eq(deliveries.connectionId, connectionId), eq(deliveries.eventId, eventId))

/** A delivery to each connection that listens to the event, due when the event happened. */
export async function insertDeliveries(db: Db, subjectId: string, eventId: string): Promise<void> {
  await db.execute(sql`
    insert into delivery (subject_id, connection_id, event_id, is_full, next_at)
    select c.subject_id, c.id, e.id, c.is_full, e.at
    from event e join connection c on c.subject_id = e.subject_id and (c.off_reason is null or c.off_at >= e.at) and e.type = any (c.types)
    where e.subject_id = ${subjectId} and e.id = ${eventId}
    on conflict do nothing`)
}

type DueQuery = { subjectId: string; eventId: string } & ({ connectionId: string; dueAt: Date } | { connectionId?: never })
type DueRow = Omit<DueDelivery['connection'], 'previousUntil'> &
  Pick<EventRow, 'type' | 'data'> &
  Pick<DeliveryRow, 'attempts' | 'isFull'> & { at: string; dueAt: string; previousUntil: string | null }

/**
 * Deliveries of an event that are due at exactly this time, which names the planned attempt: the first one when the event happened. Those
 * of connections that are off wait.
 */
export async function listDue(db: Db, { subjectId, eventId, ...attempt }: DueQuery): Promise<DueDelivery[]> {
  const isDue =
    attempt.connectionId === undefined
      ? sql`d.next_at = e.at`
      : sql`d.next_at = ${attempt.dueAt.toISOString()}::timestamptz and d.connection_id = ${attempt.connectionId}`
  // Not by the query builder: building the statement would take longer than a call.
  const { rows } = await db.execute<DueRow>(sql`
    select d.attempts, d.is_full as "isFull", d.next_at as "dueAt", e.type, e.at, e.data, c.id, c.preset, c.url, c.secret, c.previous_secret as "previousSecret",
      c.previous_until as "previousUntil", 
      c.failing_since is not null and (c.attention is distinct from 'source' or e.type = 'contact.created') as "recovers"
    from delivery d
    join connection c on c.subject_id = d.subject_id and c.id = d.connection_id
    join event e on e.subject_id = d.subject_id and e.id = d.event_id
    where d.subject_id = ${subjectId} and d.event_id = ${eventId} and d.state = 'waiting' and c.off_reason is null and ${isDue}`)
  return rows.map(({ attempts, isFull, dueAt, type, at, data, previousUntil, ...connection }) => ({
    delivery: { subjectId, eventId, connectionId: connection.id, attempts, isFull, dueAt: new Date(dueAt) },
    connection: { ...connection, previousUntil: previousUntil === null ? null : new Date(previousUntil) },
    event: { id: eventId, type, at: new Date(at), data },
  }))
}

type SentDelivery = Pick<DeliveryRow, 'connectionId' | 'status' | 'tookMs' | 'answer'> & { dueAt: Date }

/**
 * Several of one event with one statement. Those that were planned again meanwhile still wait: the key may have been replaced by one of
 * another account. One that was given up meanwhile arrived after all.
 */
export async function updateSent(
  db: Db,
  { subjectId, eventId }: Pick<Key, 'subjectId' | 'eventId'>,
  sent: readonly SentDelivery[],
  now: Date,
): Promise<void> {
  await db.execute(sql`
    update delivery d set state = 'sent', attempts = d.attempts + 1, tried_at = ${now.toISOString()}::timestamptz, next_at = null,
      status = v."status", took_ms = v."tookMs", answer = v."answer", reason = null
    from json_to_recordset(${JSON.stringify(sent)}::json) as v("connectionId" uuid, "dueAt" timestamptz, "status" int, "tookMs" int, "answer" text)
    where d.subject_id = ${subjectId} and d.event_id = ${eventId} and d.connection_id = v."connectionId"
      and (d.state = 'failed' or d.state = 'waiting' and d.next_at = v."dueAt")`)
}

/** Records what became of an attempt. False if another one was planned or made meanwhile: then this one doesn’t count. */
export async function updateTried(db: Db, { dueAt, ...key }: Key & { dueAt: Date }, change: Partial<DeliveryRow>): Promise<boolean> {
  const isPlanned = and(eq(deliveries.state, 'waiting'), eq(deliveries.nextAt, dueAt))
  const updated = await db
    .update(deliveries)
    .set(change)
    .where(and(isOf(key), isPlanned))
    .returning({ id: deliveries.eventId })
  return updated.length > 0
}

/**
 * Makes deliveries of these events due at this time, also of events that the connection was never sent. Those whose first attempt was
 * planned since then stay as they are. Returns the events of the others.
 */
export async function insertAgain(
  tx: Db,
  { subjectId, id, isFull }: Pick<ConnectionRow, 'subjectId' | 'id' | 'isFull'>,
  eventIds: readonly string[],
  { dueAt, plannedSince }: { dueAt: Date; plannedSince: Date },
): Promise<string[]> {
  const { rows } = await tx.execute<{ eventId: string }>(sql`
    insert into delivery (subject_id, connection_id, event_id, is_full, next_at)
    select e.subject_id, ${id}::uuid, e.id, ${isFull}::boolean, ${dueAt.toISOString()}::timestamptz
    from event e
    where e.subject_id = ${subjectId} and e.id in (select value::uuid from json_array_elements_text(${JSON.stringify(eventIds)}::json))
    on conflict (subject_id, connection_id, event_id) do update set state = 'waiting', attempts = 0, next_at = excluded.next_at
      where (delivery.state = 'waiting' and delivery.attempts = 0
        and delivery.next_at > ${plannedSince.toISOString()}::timestamptz and delivery.next_at <= excluded.next_at) is not true
    returning event_id as "eventId"`)
  return rows.map(({ eventId }) => eventId)
}

export async function clearFailing(db: Db, subjectId: string, connectionIds: readonly string[]): Promise<void> {
  await db
    .update(connections)
    .set({ failingSince: null, attention: null })
    .where(and(eq(connections.subjectId, subjectId), inArray(connections.id, [...connectionIds]), isNull(connections.offReason)))
}

export async function countWaitingDeliveries(
  db: Db,
  { subjectId, connectionId }: Pick<Key, 'subjectId' | 'connectionId'>,
): Promise<number> {
  return db.$count(
    deliveries,
    and(eq(deliveries.subjectId, subjectId), eq(deliveries.connectionId, connectionId), eq(deliveries.state, 'waiting')),
  )
}
