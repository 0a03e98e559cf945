import { createHash } from 'node:crypto'
import type { NewContact } from '#contract/contacts.ts'
import { readOwnCard } from '#server/cards/owned/read-own-card.ts'
import { newId } from '#server/database/new-id.ts'
import type { Caller } from '#server/http/calls/mount.ts'
import { problem } from '#server/http/problems/problem.ts'
import { addOwnLabels, plainLabels } from './change-contact.ts'
import { findSubmission, insertContact } from './contact-store.ts'
import type { OwnNeeds } from './search-contacts.ts'

/** A contact that the owner writes down; seen already, since they wrote it. */
export async function createContact(
  needs: OwnNeeds,
  caller: Caller,
  { alias, submissionId, tags: typed, ...fields }: NewContact,
): Promise<string> {
  const { db, clock } = needs
  const { subject, may } = await readOwnCard(needs, caller, alias)
  const tags = may('ConnectedClientLabels') ? plainLabels(typed) : []
  const now = clock.now()
  const submittedHash = createHash('sha256')
    .update(JSON.stringify([fields, typed]))
    .digest()
  const row = {
    ...fields,
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
    if (await insertContact(tx, row, null)) {
      await addOwnLabels(tx, subject.id, tags)
      return row.id
    }
    const before = await findSubmission(tx, subject.id, submissionId)
    if (!before?.submittedHash?.equals(submittedHash))
      throw problem('conflict', { detail: 'This form was sent before, with other words in it.' })
    return before.id
  })
}
