import { and, asc, desc, eq, gte, inArray, isNotNull, isNull, lt, not, notInArray, or, sql } from 'drizzle-orm'
import { connectionsMax } from '#contract/connection-choices.ts'
import type { DeliveryState, EventType } from '#contract/connections.ts'
import type { Db } from '#server/database/database.ts'
import { connections, deliveries, events, type ConnectionRow, type DeliveryCounts, type FoundDelivery } from './tables.ts'

type ConnectionKey = { subjectId: string; id: string }
const latestMax = 24
const isKey = ({ subjectId, id }: ConnectionKey) => and(eq(connections.subjectId, subjectId), eq(connections.id, id))
const isOf = ({ subjectId, id }: ConnectionKey) => and(eq(deliveries.subjectId, subjectId), eq(deliveries.connectionId, id))
const withEvent = { delivery: deliveries, event: events }
const isItsEvent = and(eq(events.subjectId, deliveries.subjectId), eq(events.id, deliveries.eventId))

/** Serializes the creation of a card's connections. */
export async function lockConnections(tx: Db, subjectId: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`connections:${subjectId}`}, 0))`)
}

export async function listConnectionsOf(db: Db, subjectId: string): Promise<ConnectionRow[]> {
  return db
    .select()
    .from(connections)
    .where(eq(connections.subjectId, subjectId))
    .orderBy(asc(connections.createdAt), asc(connections.id))
    .limit(connectionsMax)
}

export async function listFailingOf(db: Db, subjectId: string): Promise<{ id: string; name: string }[]> {
  const { id, name, offReason, failingSince, createdAt } = connections
  return db
    .select({ id, name })
    .from(connections)
    .where(
      and(
        eq(connections.subjectId, subjectId),
        or(and(isNull(offReason), isNotNull(failingSince)), notInArray(offReason, ['owner', 'host'])),
      ),
    )
    .orderBy(asc(createdAt), asc(id))
    .limit(connectionsMax)
}

export async function findConnection(db: Db, key: ConnectionKey): Promise<ConnectionRow | null> {
  const [row] = await db.select().from(connections).where(isKey(key))
  return row ?? null
}

/** Locks it until the transaction ends. */
export async function lockConnection(tx: Db, key: ConnectionKey): Promise<ConnectionRow | null> {
  const [row] = await tx.select().from(connections).where(isKey(key)).for('no key update')
  return row ?? null
}

/** Locks a card's connections, or only this one, until the transaction ends. */
export async function lockAll(tx: Db, subjectId: string, id?: string): Promise<ConnectionRow[]> {
  const isChosen = and(eq(connections.subjectId, subjectId), id === undefined ? undefined : eq(connections.id, id))
  return tx.select().from(connections).where(isChosen).orderBy(asc(connections.id)).for('no key update')
}

export async function insertConnection(tx: Db, row: typeof connections.$inferInsert): Promise<void> {
  await tx.insert(connections).values(row)
}

export async function updateRow(tx: Db, key: ConnectionKey, set: Partial<Omit<ConnectionRow, 'id' | 'subjectId'>>): Promise<void> {
  await tx.update(connections).set(set).where(isKey(key))
}

const isOnFor = (subjectIds: string[]) => and(inArray(connections.subjectId, subjectIds), isNull(connections.offReason))

/** The active connections of these cards, newest first. */
export async function listOn(db: Db, subjectIds: string[]): Promise<ConnectionRow[]> {
  return db.select().from(connections).where(isOnFor(subjectIds)).orderBy(desc(connections.createdAt))
}

/** Switches off all active connections of these cards, as their owners would. Returns how many. */
export async function switchOffAll(tx: Db, subjectIds: string[], now: Date): Promise<number> {
  const off = await tx
    .update(connections)
    .set({ offReason: 'owner', offAt: now })
    .where(isOnFor(subjectIds))
    .returning({ id: connections.id })
  return off.length
}

/** Its deliveries are deleted by the foreign key. */
export async function deleteConnection(db: Db, key: ConnectionKey): Promise<boolean> {
  const deleted = await db.delete(connections).where(isKey(key)).returning({ id: connections.id })
  return deleted.length > 0
}

/** Counts of all connections of a card, or of one. The newest deliveries belong to the newest events, whose ids sort by time. */
export async function countDeliveries(db: Db, subjectId: string, id?: string): Promise<Map<string, DeliveryCounts>> {
  // The card is passed by value: a correlated one would query every node of a cluster.
  const own = sql`delivery d where d.subject_id = ${subjectId} and d.connection_id = c.id`
  const { rows } = await db.execute<DeliveryCounts & { id: string }>(sql`
    select c.id,
      (select count(*)::int from ${own} and d.state = 'sent') as "sentCount",
      (select count(*)::int from ${own} and d.state = 'waiting') as "waitingCount",
      (select count(*)::int from ${own} and d.state = 'failed') as "failedCount",
      (select (extract(epoch from min(d.next_at)) * 1000)::float8 from ${own} and d.state = 'waiting') as "nextAtMs",
      array(select d.state from ${own} order by d.event_id desc limit ${latestMax}) as latest,
      (select d.event_id from ${own} and d.state = 'sent' order by d.event_id desc limit 1) as "lastSent",
      (select d.event_id from ${own} and d.tried_at is not null order by d.event_id desc limit 1) as "lastTried"
    from connection c where c.subject_id = ${subjectId} ${id === undefined ? sql`` : sql`and c.id = ${id}`}`)
  return new Map(rows.map(({ id: of, ...counts }) => [of, counts]))
}

type DeliveryId = { connectionId: string; eventId: string }

export async function findDeliveries(db: Db, subjectId: string, ids: readonly DeliveryId[]): Promise<FoundDelivery[]> {
  if (ids.length === 0) return []
  const isOne = ids.map(({ connectionId, eventId }) => and(eq(deliveries.connectionId, connectionId), eq(deliveries.eventId, eventId)))
  return db
    .select(withEvent)
    .from(deliveries)
    .innerJoin(events, isItsEvent)
    .where(and(eq(deliveries.subjectId, subjectId), or(...isOne)))
}

type Page = { state?: DeliveryState | undefined; before?: string | undefined; limit: number }

/** Newest first. */
export async function listDeliveries(db: Db, key: ConnectionKey, { state, before, limit }: Page): Promise<FoundDelivery[]> {
  const onPage = and(
    isOf(key),
    state === undefined ? undefined : eq(deliveries.state, state),
    before === undefined ? undefined : lt(deliveries.eventId, before),
  )
  return db.select(withEvent).from(deliveries).innerJoin(events, isItsEvent).where(onPage).orderBy(desc(deliveries.eventId)).limit(limit)
}

/** The newest delivery of a contact to each connection. */
export async function listDeliveriesOfContact(
  db: Db,
  subjectId: string,
  contactId: string,
): Promise<(FoundDelivery & { connection: Pick<ConnectionRow, 'id' | 'name' | 'preset'> })[]> {
  const types: EventType[] = ['contact.created', 'contact.updated']
  const { id, name, preset } = connections
  return db
    .selectDistinctOn([deliveries.connectionId], { ...withEvent, connection: { id, name, preset } })
    .from(deliveries)
    .innerJoin(events, isItsEvent)
    .innerJoin(connections, and(eq(connections.subjectId, deliveries.subjectId), eq(connections.id, deliveries.connectionId)))
    .where(and(eq(events.subjectId, subjectId), eq(events.contactId, contactId), inArray(events.type, types)))
    .orderBy(deliveries.connectionId, desc(deliveries.eventId))
}

/** The events since then that a connection listens to and has no delivery of. */
export async function listMissed(db: Db, { subjectId, id, types }: ConnectionRow, since: Date): Promise<string[]> {
  const has = sql`exists (select 1 from delivery d where d.subject_id = ${events.subjectId} and d.connection_id = ${id} and d.event_id = ${events.id})`
  const rows = await db
    .select({ id: events.id })
    .from(events)
    .where(and(eq(events.subjectId, subjectId), gte(events.at, since), inArray(events.type, types), not(has)))
  return rows.map((row) => row.id)
}

/** The events of deliveries in these states. */
export async function listEventIds(db: Db, key: ConnectionKey, states: DeliveryState[]): Promise<string[]> {
  const rows = await db
    .select({ eventId: deliveries.eventId })
    .from(deliveries)
    .where(and(isOf(key), inArray(deliveries.state, states)))
  return rows.map(({ eventId }) => eventId)
}

/** Gives up the waiting deliveries of a connection that was off. */
export async function failWaiting(tx: Db, key: ConnectionKey): Promise<void> {
  await tx
    .update(deliveries)
    .set({ state: 'failed', nextAt: null, status: null, tookMs: null, answer: '', reason: 'off' })
    .where(and(isOf(key), eq(deliveries.state, 'waiting')))
}
