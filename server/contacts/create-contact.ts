import { createHash } from 'node:crypto'
import type { ConnectedClient, NewContact } from '#contract/contacts.ts'
import { formatPhone } from '#common/text/phone.ts'
import { readOwnCard } from '#server/cards/owned/read-own-card.ts'
import { newId } from '#server/database/new-id.ts'
import type { Caller } from '#server/http/calls/mount.ts'
import { problem } from '#server/http/problems/problem.ts'
import { addOwnLabels, plainLabels, type ChangeDeps } from './change-contact.ts'
import { findSubmission, insertContact } from './contact-store.ts'
import { presentContact } from './present-contact.ts'
import { writeContactCreated } from './write-contact-events.ts'

/** A contact that the owner enters; stored as viewed. */
export async function createContact(
  deps: ChangeDeps,
  caller: Caller,
  { alias, submissionId, tags: typed, ...fields }: NewContact,
): Promise<ConnectedClient> {
  const { db, clock, jobs } = deps
  const { subject, may } = await readOwnCard(deps, caller, alias)
  const tags = may('ConnectedClientLabels') ? plainLabels(typed) : []
  const now = clock.now()
  const submittedHash = createHash('sha256')
    .update(JSON.stringify([fields, typed]))
    .digest()
  const row = {
    ...fields,
    phoneNumber: formatPhone(fields.phoneNumber),
    id: newId(now.getTime()),
    subjectId: subject.id,
    submissionId,
    submittedHash,
    tags,
    fullName: `${fields.name} ${fields.lastName}`.trim(),
    source: 'hand' as const,
    viewed: true,
    dateCreated: now,
  }
  return db.transaction(async (tx) => {
    const contact = await insertContact(tx, row, null)
    if (contact) {
      await addOwnLabels(tx, subject.id, tags)
      await writeContactCreated(tx, jobs, { contact, consent: null }, now)
      return presentContact({ contact, consent: null })
    }
    const before = await findSubmission(tx, subject.id, submissionId)
    if (!before?.submittedHash?.equals(submittedHash))
      throw problem('conflict', { detail: 'This form was already submitted with different content.' })
    return presentContact({ contact: before, consent: null })
  })
}
