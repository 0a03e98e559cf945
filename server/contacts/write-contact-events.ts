import { writeEvents, type CardEvent } from '#server/connections/write-event.ts'
import type { Db } from '#server/database/database.ts'
import type { Jobs } from '#server/jobs/jobs.ts'
import { presentEventContact } from './present-contact.ts'
import type { Consent, Contact } from './tables.ts'

type Created = { contact: Contact; consent: Pick<Consent, 'wordingVersion' | 'agreedAt'> | null }

/** Nothing of a contact that is held for review is sent before the owner releases it. */
export async function writeContactCreated(tx: Db, jobs: Pick<Jobs, 'enqueueAll'>, { contact, consent }: Created, now: Date): Promise<void> {
  if (contact.isQuarantined) return
  const { id: contactId, subjectId } = contact
  const events: CardEvent[] = [{ type: 'contact.created', data: { contact: presentEventContact(contact) }, contactId }]
  if (consent) {
    const { wordingVersion: version, agreedAt } = consent
    events.push({ type: 'consent.given', data: { consent: { contactId, version, at: agreedAt.toISOString() } }, contactId })
  }
  await writeEvents(tx, jobs, { subjectId, events, now })
}

type Updated = { subjectId: string; contacts: readonly Contact[]; now: Date }

export async function writeContactsUpdated(tx: Db, jobs: Pick<Jobs, 'enqueueAll'>, { subjectId, contacts, now }: Updated): Promise<void> {
  const events = contacts.flatMap((contact): CardEvent[] =>
    contact.isQuarantined ? [] : [{ type: 'contact.updated', data: { contact: presentEventContact(contact) }, contactId: contact.id }],
  )
  await writeEvents(tx, jobs, { subjectId, events, now })
}
