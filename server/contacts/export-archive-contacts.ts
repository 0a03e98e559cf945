import type { ArchivedContact } from '#contract/accounts/archive.ts'
import type { Db } from '#server/database/database.ts'
import { listContacts, listLabelNames, type FoundContact } from './contact-store.ts'
import { csvRow } from './write-contact-csv.ts'

const batchSize = 500

/** All contacts of a card, newest first, in batches: as data, and as CSV rows. */
export async function* exportArchiveContacts(db: Db, subjectId: string): AsyncGenerator<{ contacts: ArchivedContact[]; rows: string[] }> {
  for (let after: { dateCreated: Date; id: string } | undefined; ;) {
    const found = await listContacts(db, subjectId, {}, { limit: batchSize, after })
    if (found.length > 0) yield { contacts: found.map(archived), rows: found.map((row) => csvRow(row, 'UTC')) }
    after = found.at(-1)?.contact
    if (found.length < batchSize || !after) return
  }
}

export const exportLabels = (db: Db, subjectId: string): Promise<string[]> => listLabelNames(db, subjectId)

function archived({ contact, consent }: FoundContact): ArchivedContact {
  const {
    subjectId: _,
    id: __,
    submissionId: ___,
    submittedHash: ____,
    isProved: _____,
    quarantineNotifiedAt: ______,
    revision: _______,
    dateCreated,
    editedAt,
    ...fields
  } = contact
  return {
    ...fields,
    dateCreated: dateCreated.toISOString(),
    editedAt: editedAt?.toISOString() ?? null,
    consent: consent && {
      wording: consent.wording,
      wordingVersion: consent.wordingVersion,
      language: consent.language,
      page: consent.page,
      agreedAt: consent.agreedAt.toISOString(),
    },
  }
}
