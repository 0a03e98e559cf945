import { randomUUID } from 'node:crypto'
import type { ArchivedContact } from '#contract/accounts/archive.ts'
import type { Db } from '#server/database/database.ts'
import { newId } from '#server/database/new-id.ts'
import { addLabels, insertContacts } from './contact-store.ts'

const batchSize = 200

/** Imports contacts from an archive under new ids, without notifying their owners. */
export async function importContacts(tx: Db, subjectId: string, archived: readonly ArchivedContact[]): Promise<void> {
  for (let from = 0; from < archived.length; from += batchSize) {
    const batch = archived.slice(from, from + batchSize).map(({ consent, ...fields }) => {
      const dateCreated = new Date(fields.dateCreated)
      const id = newId(dateCreated.getTime())
      return {
        contact: {
          ...fields,
          dateCreated,
          editedAt: fields.editedAt === null ? null : new Date(fields.editedAt),
          id,
          subjectId,
          submissionId: randomUUID(),
        },
        consent: consent && { ...consent, subjectId, contactId: id, agreedAt: new Date(consent.agreedAt) },
      }
    })
    await insertContacts(tx, subjectId, batch)
  }
}

/** For a new card. The schema of the archive limits how many there are. */
export const importLabels = (tx: Db, subjectId: string, labels: readonly string[]): Promise<number> => addLabels(tx, subjectId, labels)
