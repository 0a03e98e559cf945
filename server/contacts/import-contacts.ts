import { randomUUID } from 'node:crypto'
import type { ArchivedContact } from '#contract/accounts/archive.ts'
import type { Db } from '#server/database/database.ts'
import { newId } from '#server/database/new-id.ts'
import { addLabels, insertContacts } from './contact-store.ts'

const atOnce = 200

/** Contacts that were taken along from elsewhere, under ids of their own. Nobody is notified: they are known already. */
export async function importContacts(tx: Db, subjectId: string, given: readonly ArchivedContact[]): Promise<void> {
  for (let from = 0; from < given.length; from += atOnce) {
    const part = given.slice(from, from + atOnce).map(({ consent, ...fields }) => {
      const dateCreated = new Date(fields.dateCreated)
      const id = newId(dateCreated.getTime())
      return {
        contact: { ...fields, dateCreated, id, subjectId, submissionId: randomUUID() },
        consent: consent && { ...consent, subjectId, contactId: id, givenAt: new Date(consent.givenAt) },
      }
    })
    await insertContacts(tx, subjectId, part)
  }
}

/** Into a card that has none yet; an archive holds no more than a card may. */
export const importLabels = (tx: Db, subjectId: string, labels: readonly string[]): Promise<number> => addLabels(tx, subjectId, labels)
