import type { ArchivedContact } from '#contract/accounts/archive.ts'
import type { Db } from '#server/database/database.ts'
import { listContacts, listLabelNames, type FoundContact } from './contact-store.ts'
import { tableHead, tableRow } from './contact-table.ts'

const atOnce = 500

/** Every contact of a card, the newest first, some at a time: as data, and as rows of a table. */
export async function* gatherContacts(db: Db, subjectId: string): AsyncGenerator<{ contacts: ArchivedContact[]; rows: string[] }> {
  for (let after: { dateCreated: Date; id: string } | undefined; ;) {
    const found = await listContacts(db, subjectId, {}, { limit: atOnce, after })
    if (found.length > 0) yield { contacts: found.map(archived), rows: found.map(tableRow) }
    after = found.at(-1)?.contact
    if (found.length < atOnce || !after) return
  }
}

export const gatherLabels = (db: Db, subjectId: string): Promise<string[]> => listLabelNames(db, subjectId)

/** The first line of such a table. */
export const gatheredHead = tableHead

function archived({ contact, consent }: FoundContact): ArchivedContact {
  const {
    subjectId: _,
    id: __,
    submissionId: ___,
    submittedHash: ____,
    isProved: _____,
    heldToldAt: ______,
    dateCreated,
    ...fields
  } = contact
  return {
    ...fields,
    dateCreated: dateCreated.toISOString(),
    consent: consent && {
      wording: consent.wording,
      wordingVersion: consent.wordingVersion,
      language: consent.language,
      page: consent.page,
      givenAt: consent.givenAt.toISOString(),
    },
  }
}
