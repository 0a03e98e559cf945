import { createHash, randomUUID } from 'node:crypto'
import { labelsMax, tagsMax } from '#contract/constants.ts'
import type { PlanReader } from '#server/billing/orders/read-plan.ts'
import { openCardById } from '#server/cards/owned/read-own-card.ts'
import type { Db } from '#server/database/database.ts'
import { newId } from '#server/database/new-id.ts'
import type { Job } from '#server/jobs/job.ts'
import type { Jobs } from '#server/jobs/jobs.ts'
import { addLabels, countLabels, deleteContacts, insertContacts, lockContacts } from '../contact-store.ts'
import type { Contact, ContactImportRecord, ContactImportRow, contacts, ImportedFields, MergedFields } from '../tables.ts'
import {
  countUndone,
  findContactsOfLines,
  hasEffect,
  isUsable,
  listRows,
  lockImport,
  saveEffects,
  saveMerged,
  updateImport,
  type RowEffect,
} from './contact-import-store.ts'

const batchSize = 200
/** A longer job counts as lost, so the rest is queued as another job. */
const patienceMs = 45_000

/**
 * Imports a file or undoes that, batch by batch. A batch, its effects and the position in the file are one transaction under the
 * import's lock: a job that is killed continues where it was, and two never do the same batch.
 */
export function importContactsJob(deps: PlanReader & { jobs: Pick<Jobs, 'enqueue'> }): Job<'contacts.import'> {
  const { db } = deps
  return {
    name: 'contacts.import',
    async run({ subjectId, importId }) {
      const card = await openCardById(deps, subjectId)
      if (!card) return
      const key = { subjectId, id: importId }
      const mayLabel = card.may('ConnectedClientLabels')
      const until = performance.now() + patienceMs
      const step = () =>
        db.transaction(async (tx) => {
          const found = await lockImport(tx, key)
          if (found?.state === 'importing') return importBatch(tx, found, mayLabel)
          return found?.state === 'undoing' ? undoBatch(tx, found) : false
        })
      while (await step()) {
        if (performance.now() < until) continue
        return db.transaction((tx) => deps.jobs.enqueue(tx, 'contacts.import', { subjectId, importId }, { key: newId() }))
      }
    },
  }
}

type NewContact = typeof contacts.$inferInsert & Pick<Contact, 'tags' | 'ownerNotes'> & MergedFields

/** False if that was the last one. */
async function importBatch(tx: Db, found: ContactImportRecord, mayLabel: boolean): Promise<boolean> {
  const { subjectId } = found
  const rows = await listRows(tx, found, { after: found.atLine, limit: batchSize, where: isUsable })
  const last = rows.at(-1)
  if (!last) {
    await updateImport(tx, found, { state: 'done' })
    return false
  }
  const isMerge = found.duplicates === 'merge'
  const lines = rows.flatMap(({ repeatOf }) => (isMerge && repeatOf !== null ? [repeatOf] : []))
  /** The contacts of earlier lines, for rows that repeat them. */
  const contactOf = await findContactsOfLines(tx, found, lines)
  const ids = rows.flatMap((row) => (isMerge && row.contactId ? [row.contactId] : []))
  const existing = await lockContacts(tx, subjectId, [...new Set([...ids, ...contactOf.values()])])
  const added = new Map<string, NewContact>()
  const changed = new Map<string, Contact>()
  const effects: RowEffect[] = []
  for (const row of rows) {
    if (row.fields === null) continue
    const fields = labeled(row.fields, found.label, mayLabel)
    if (row.kind !== 'new' && found.duplicates === 'skip') {
      effects.push({ line: row.line, effect: null, contactId: null, before: null, afterHash: null })
      continue
    }
    const id = isMerge ? targetOf(row, contactOf) : null
    const target = id === null ? undefined : (added.get(id) ?? changed.get(id) ?? existing.get(id))
    if (id !== null && target) {
      const before = mergeable(target)
      const after = { ...target, ...merged(before, fields) }
      if (added.has(id)) added.set(id, after as NewContact)
      else changed.set(id, after as Contact)
      contactOf.set(row.line, id)
      effects.push({ line: row.line, effect: 'merged', contactId: id, before, afterHash: hashOf(after) })
      continue
    }
    const contact = contactFrom(row, fields, found)
    added.set(contact.id, contact)
    contactOf.set(row.line, contact.id)
    effects.push({ line: row.line, effect: 'added', contactId: contact.id, before: null, afterHash: hashOf(contact) })
  }
  // Without events: connections are for new leads, and a file may have tens of thousands of old ones.
  await insertContacts(
    tx,
    subjectId,
    [...added.values()].map((contact) => ({ contact, consent: null })),
  )
  await saveMerged(
    tx,
    subjectId,
    [...changed.values()].map((contact) => ({ id: contact.id, ...mergeable(contact) })),
  )
  await listNewLabels(tx, subjectId, [...added.values(), ...changed.values()])
  await saveEffects(tx, found, effects)
  const count = (effect: RowEffect['effect']) => effects.filter((one) => one.effect === effect).length
  await updateImport(tx, found, { atLine: last.line, added: found.added + count('added'), merged: found.merged + count('merged') })
  return true
}

const targetOf = ({ kind, contactId, repeatOf }: ContactImportRow, contactOf: ReadonlyMap<number, string>) =>
  kind === 'match' ? contactId : repeatOf === null ? null : (contactOf.get(repeatOf) ?? null)

const labeled = (fields: ImportedFields, label: string, mayLabel: boolean): ImportedFields => ({
  ...fields,
  tags: mayLabel ? [...new Set([...(label ? [label] : []), ...fields.tags])].slice(0, tagsMax) : [],
})

function contactFrom(
  { line }: ContactImportRow,
  { dateCreated: ownDate, ...fields }: ImportedFields,
  found: ContactImportRecord,
): NewContact {
  const { subjectId, createdAt } = found
  // A list shows the newest first: without dates, the first row of the file is the newest.
  const dateCreated = ownDate === undefined ? new Date(createdAt.getTime() - line) : new Date(ownDate)
  return {
    ...fields,
    subjectId,
    id: newId(dateCreated.getTime()),
    submissionId: randomUUID(),
    fullName: `${fields.name} ${fields.lastName}`.trim(),
    ownerNotes: [],
    source: 'import',
    viewed: true,
    dateCreated,
    hasOwnDate: ownDate !== undefined,
  }
}

function mergeable({ phoneNumber, emailAddress, title, companyName, address, city, state, zip, notes, tags }: MergedFields): MergedFields {
  return { phoneNumber, emailAddress, title, companyName, address, city, state, zip, notes, tags }
}

/** Fills empty fields, and adds labels. An address is taken whole. */
function merged(before: MergedFields, more: ImportedFields): MergedFields {
  const hasAddress = before.address || before.city || before.state || before.zip
  const { address, city, state, zip } = hasAddress ? before : more
  return {
    phoneNumber: before.phoneNumber || more.phoneNumber,
    emailAddress: before.emailAddress || more.emailAddress,
    title: before.title || more.title,
    companyName: before.companyName || more.companyName,
    address,
    city,
    state,
    zip,
    notes: before.notes || more.notes,
    tags: before.tags.length >= tagsMax ? before.tags : [...new Set([...before.tags, ...more.tags])].slice(0, tagsMax),
  }
}

/** Of all that an owner can change: another hash means that the contact was edited since. */
function hashOf(contact: MergedFields & { name: string; lastName?: string | undefined; ownerNotes: Contact['ownerNotes'] }): Buffer {
  const { name, lastName = '', ownerNotes } = contact
  const notes = ownerNotes.map(({ Created, Note }) => [Created, Note])
  return createHash('sha256')
    .update(JSON.stringify([name, lastName, ...Object.values(mergeable(contact)), notes]))
    .digest()
}

/** While the card's list of labels has room. */
async function listNewLabels(tx: Db, subjectId: string, labeledContacts: readonly Pick<MergedFields, 'tags'>[]): Promise<void> {
  const names = [...new Set(labeledContacts.flatMap(({ tags }) => tags))]
  if (names.length > 0 && (await countLabels(tx, subjectId)) + names.length <= labelsMax) await addLabels(tx, subjectId, names)
}

/** From the last row to the first, so that each contact passes through its earlier states. False if that was the last batch. */
async function undoBatch(tx: Db, found: ContactImportRecord): Promise<boolean> {
  const { subjectId } = found
  const rows = await listRows(tx, found, { before: found.atLine, limit: batchSize, where: hasEffect })
  const last = rows.at(-1)
  if (!last) {
    await updateImport(tx, found, { state: 'undone', ...(await countUndone(tx, found)) })
    return false
  }
  const current = await lockContacts(tx, subjectId, [...new Set(rows.flatMap(({ contactId }) => contactId ?? []))])
  const removed: string[] = []
  const changed = new Map<string, Contact>()
  const effects: RowEffect[] = []
  for (const { line, effect, contactId, before, afterHash } of rows) {
    const contact = contactId === null ? undefined : current.get(contactId)
    const isUnchanged = contact && afterHash?.equals(hashOf(contact))
    const save = (now: RowEffect['effect']) => effects.push({ line, effect: now, contactId, before: null, afterHash: null })
    // Erased by the owner meanwhile.
    if (!contact) save(null)
    else if (!isUnchanged) save('edited')
    else if (effect === 'added') {
      removed.push(contact.id)
      changed.delete(contact.id)
      save('removed')
    } else if (before) {
      const restored = { ...contact, ...before }
      current.set(contact.id, restored)
      changed.set(contact.id, restored)
      save('restored')
    }
  }
  await saveMerged(
    tx,
    subjectId,
    [...changed.values()].map((contact) => ({ id: contact.id, ...mergeable(contact) })),
  )
  await deleteContacts(tx, subjectId, removed)
  await saveEffects(tx, found, effects)
  await updateImport(tx, found, { atLine: last.line })
  return true
}
