import type { EventData, EventType } from '#contract/connections.ts'
import type { Db } from '#server/database/database.ts'
import { newId } from '#server/database/new-id.ts'
import type { Jobs } from '#server/jobs/jobs.ts'
import { deleteEventsOfContact, deleteUnsentChanges, findListeners, insertEvents } from './event-store.ts'

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
  jobs: Pick<Jobs, 'enqueue'>,
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
  for (const { type, id } of rows)
    if (card.types.includes(type)) await jobs.enqueue(tx, 'connections.deliver', { subjectId, eventId: id }, { key: id })
}

type Erased = { subjectId: string; contactId: string; hadConsent: boolean; now: Date }

/** Deletes what was recorded of a contact, also what no connection received yet, and records that it was erased. */
export async function eraseFromEvents(
  tx: Db,
  jobs: Pick<Jobs, 'enqueue'>,
  { subjectId, contactId, hadConsent, now }: Erased,
): Promise<void> {
  await deleteEventsOfContact(tx, subjectId, contactId)
  const events: CardEvent[] = [{ type: 'contact.erased', data: { contact: { id: contactId } }, contactId }]
  if (hadConsent) events.push({ type: 'consent.withdrawn', data: { consent: { contactId } }, contactId })
  await writeEvents(tx, jobs, { subjectId, events, now })
}
