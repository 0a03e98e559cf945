import type { EventData, EventType } from '#contract/connections.ts'
import type { Db } from '#server/database/database.ts'
import { newId } from '#server/database/new-id.ts'
import type { Jobs } from '#server/jobs/jobs.ts'
import { deleteEventsOfContacts, deleteUnsentChanges, findListeners, insertEvents } from './event-store.ts'

export type CardEvent = {
  [T in EventType]: {
    type: T
    /** The card is added. */
    data: Omit<EventData[T], 'card'>
    /** The contact it is about. Erasing the contact deletes the event. */
    contactId?: string
  }
}[EventType]

/** Records what happened to a card, in the transaction in which it happens. Connections receive it after the commit. */
export async function writeEvents(
  tx: Db,
  jobs: Pick<Jobs, 'enqueueAll'>,
  { subjectId, events, now }: { subjectId: string; events: readonly CardEvent[]; now: Date },
): Promise<void> {
  if (events.length === 0) return
  const card = await findListeners(tx, subjectId)
  if (!card) return
  // An event has the whole contact, so the next change makes one that was not sent yet useless.
  const changed = events.flatMap(({ type, contactId }) => (type === 'contact.updated' && contactId ? contactId : []))
  if (changed.length > 0) await deleteUnsentChanges(tx, subjectId, changed)
  const rows = events.map(({ type, data, contactId }, place) => ({
    subjectId,
    // Events are listed by id: a millisecond apart, those of one transaction stay in their order.
    id: newId(now.getTime() + place),
    type,
    at: now,
    contactId: contactId ?? null,
    data: JSON.stringify({ card: { alias: card.alias }, ...data }),
  }))
  await insertEvents(tx, rows)
  const awaited = rows.filter(({ type }) => card.types.includes(type))
  if (awaited.length === 0) return
  const deliveries = awaited.map(({ id }) => ({ subjectId, eventId: id }))
  await jobs.enqueueAll(
    tx,
    'connections.deliver',
    deliveries,
    awaited.map(({ id }) => ({ key: id })),
  )
}

type Erased = { subjectId: string; contacts: readonly { id: string; hadConsent: boolean }[]; now: Date }

/** Deletes what was recorded of contacts, also what no connection received yet, and records that they were erased. */
export async function eraseFromEvents(tx: Db, jobs: Pick<Jobs, 'enqueueAll'>, { subjectId, contacts, now }: Erased): Promise<void> {
  if (contacts.length === 0) return
  await deleteEventsOfContacts(
    tx,
    subjectId,
    contacts.map(({ id }) => id),
  )
  const events = contacts.flatMap(({ id: contactId, hadConsent }): CardEvent[] => [
    { type: 'contact.erased', data: { contact: { id: contactId } }, contactId },
    ...(hadConsent ? [{ type: 'consent.withdrawn' as const, data: { consent: { contactId } }, contactId }] : []),
  ])
  await writeEvents(tx, jobs, { subjectId, events, now })
}
