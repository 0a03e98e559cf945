import { writeEvents, type CardEvent } from '#server/connections/write-event.ts'
import type { Db } from '#server/database/database.ts'
import type { Jobs } from '#server/jobs/jobs.ts'
import { presentEventContact } from './present-contact.ts'
import type { Consent, Contact } from './tables.ts'

type Created = { contact: Contact; consent: Pick<Consent, 'wordingVersion' | 'agreedAt'> | null }

/** Nothing of a contact that is held for review is sent before the owner releases it. */
export async function writeContactCreated(tx: Db, jobs: Pick<Jobs, 'enqueue'>, { contact, consent }: Created, now: Date): Promise<void> {
  if (contact.isQuarantined) return
  const { id: contactId, subjectId } = contact
  const events: CardEvent[] = [{ type: 'contact.created', data: { contact: presentEventContact(contact) }, contactId }]
  if (consent) {
    const { wordingVersion: version, agreedAt } = consent
    events.push({ type: 'consent.given', data: { consent: { contactId, version, at: agreedAt.toISOString() } }, contactId })
  }
  await writeEvents(tx, jobs, { subjectId, events, now })
}

export async function writeContactUpdated(tx: Db, jobs: Pick<Jobs, 'enqueue'>, contact: Contact, now: Date): Promise<void> {
  if (contact.isQuarantined) return
  const data = { contact: presentEventContact(contact) }
  await writeEvents(tx, jobs, { subjectId: contact.subjectId, events: [{ type: 'contact.updated', data, contactId: contact.id }], now })
}
