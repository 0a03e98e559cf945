import { contactFieldNames } from '#contract/contact-choices.ts'
import { labelsMax, tagsMax } from '#contract/constants.ts'
import type { ContactFields } from '#common/contact-fields.ts'
import type { ConnectedClient, ContactEdit, OwnerNote } from '#contract/contacts.ts'
import { formatPhone } from '#common/text/phone.ts'
import { eraseRejectionsOf } from '#server/accounts/rejections/manage-rejections.ts'
import { fieldIssue } from '#server/common/field-issue.ts'
import type { Db } from '#server/database/database.ts'
import { consumeAll } from '#server/database/consume.ts'
import { eraseFromEvents } from '#server/connections/write-event.ts'
import type { Caller } from '#server/http/calls/mount.ts'
import { forgetJobs } from '#server/jobs/forget-jobs.ts'
import type { Jobs } from '#server/jobs/jobs.ts'
import { isProblem } from '#contract/api.ts'
import { problem } from '#server/http/problems/problem.ts'
import {
  addLabels,
  countLabels,
  deleteContacts,
  editContact,
  lockContact,
  lockContacts,
  markViewed,
  releaseQuarantined,
  saveTags,
  setOwnerNotes,
  setTags,
  type FoundContact,
} from './contact-store.ts'
import { clearRowsOf } from './import/contact-import-store.ts'
import { presentContact } from './present-contact.ts'
import { readContact, readContacts } from './read-contact.ts'
import type { OwnDeps } from './search-contacts.ts'
import type { Contact } from './tables.ts'
import { writeContactCreated, writeContactsUpdated } from './write-contact-events.ts'

export type ChangeDeps = OwnDeps & { jobs: Pick<Jobs, 'enqueueAll'> }

const notesMax = 500
/** How long a device may still resend a stored submission. */
const erasedMs = 90 * 86_400_000

export async function markContactViewed(deps: OwnDeps, caller: Caller, id: string): Promise<void> {
  const { contact } = await readContact(deps, caller, id)
  if (!contact.viewed) await markViewed(deps.db, contact)
}

/** Rejects new labels above `labelsMax`. Labels that the card adds to new contacts are not limited. */
export async function addOwnLabels(tx: Db, subjectId: string, tags: readonly string[]): Promise<void> {
  if ((await addLabels(tx, subjectId, tags)) > 0 && (await countLabels(tx, subjectId)) > labelsMax)
    throw problem('input-invalid', { issues: [fieldIssue('tags', 'labelsTooMany', { limit: labelsMax })] })
}

/** Labels are also written as comma-separated text, so a label can't contain a comma. */
export const plainLabels = (typed: readonly string[]) => [...new Set(typed.flatMap((label) => label.replaceAll(',', ' ').trim() || []))]

const labelsNotAllowed = () => problem('not-allowed', { detail: 'Labels are a PRO feature.' })

type ContactChanges = {
  fields?: ContactEdit | undefined
  /** Rejects an edit of fields that were edited since. */
  revision?: number | undefined
  tags?: readonly string[] | undefined
  notes?: readonly OwnerNote[] | undefined
  /** The field of the input that has the notes. */
  notesField?: 'notes' | 'note'
}

/**
 * Edits fields, replaces the contact's labels, with new ones added to the card's list, and adds notes. Never removes a stored note,
 * because another window may send an older list.
 */
export async function changeContact(
  deps: ChangeDeps,
  caller: Caller,
  id: string,
  { fields = {}, revision, tags: typed, notes = [], notesField = 'notes' }: ContactChanges,
): Promise<ConnectedClient> {
  const { contact, consent, mayLabel } = await readContact(deps, caller, id)
  if (typed && !mayLabel) throw labelsNotAllowed()
  return deps.db.transaction(async (tx) => {
    const before = await lockContact(tx, contact)
    if (!before) throw problem('not-found')
    const current = await edit(tx, before, { fields, revision, now: deps.clock.now() })
    const tags = typed ? plainLabels(typed) : current.tags
    if (typed) {
      await setTags(tx, contact, tags)
      // Labeling counts as viewing: quarantined contacts that were viewed are not deleted.
      if (contact.isQuarantined) await markViewed(tx, contact)
      await addOwnLabels(tx, contact.subjectId, tags)
    }
    const ownerNotes = await addNotes(tx, current, notes, notesField)
    const changed = { ...current, tags, ownerNotes, viewed: current.viewed || (typed !== undefined && contact.isQuarantined) }
    if (current !== before || ownerNotes !== current.ownerNotes || String(current.tags) !== String(tags))
      await writeContactsUpdated(tx, deps.jobs, { subjectId: contact.subjectId, contacts: [changed], now: deps.clock.now() })
    return presentContact({ contact: changed, consent })
  })
}

/** The contact itself if its fields are the same already, as when a request is repeated. */
async function edit(
  tx: Db,
  contact: Contact,
  { fields, revision, now }: { fields: ContactEdit; revision: number | undefined; now: Date },
): Promise<Contact> {
  const before = fieldsOf(contact)
  const after = { ...before }
  for (const name of contactFieldNames) after[name] = fields[name] ?? before[name]
  if (fields.phoneNumber) after.phoneNumber = formatPhone(fields.phoneNumber)
  if (contactFieldNames.every((name) => after[name] === before[name])) return contact
  if (revision !== undefined && revision !== contact.revision)
    throw problem('conflict', { detail: 'This contact was changed meanwhile. Load it again.' })
  const edited = await editContact(tx, contact, {
    ...after,
    fullName: `${after.name} ${after.lastName}`.trim(),
    original: contact.original ?? before,
    editedAt: now,
    // Editing counts as viewing, as labeling does.
    viewed: contact.viewed || contact.isQuarantined,
  })
  if (!edited) throw problem('not-found')
  return edited
}

const fieldsOf = (contact: Contact) => Object.fromEntries(contactFieldNames.map((name) => [name, contact[name]])) as ContactFields

export const setContactTags = (deps: ChangeDeps, caller: Caller, id: string, tags: readonly string[]) =>
  changeContact(deps, caller, id, { tags })

export const updateContactNotes = (deps: ChangeDeps, caller: Caller, id: string, notes: readonly OwnerNote[]) =>
  changeContact(deps, caller, id, { notes })

/** All notes; the contact’s own list if none was new. */
async function addNotes(tx: Db, contact: Contact, sent: readonly OwnerNote[], field: string): Promise<OwnerNote[]> {
  const isStored = (note: OwnerNote) => contact.ownerNotes.some(({ Created, Note }) => Created === note.Created && Note === note.Note)
  const added = sent.filter((note) => !isStored(note))
  const all = [...contact.ownerNotes, ...added]
  if (all.length > notesMax) throw problem('input-invalid', { issues: [fieldIssue(field, 'notesTooMany', { limit: notesMax })] })
  if (added.length === 0) return contact.ownerNotes
  await setOwnerNotes(tx, contact, all)
  return all
}

/** The owner says that a contact held for review is not spam: connections receive it now. Does nothing if it isn’t held. */
export async function releaseContact(deps: ChangeDeps, caller: Caller, id: string): Promise<void> {
  const { contact: before, consent } = await readContact(deps, caller, id)
  await deps.db.transaction(async (tx) => {
    const contact = await releaseQuarantined(tx, before)
    if (contact) await writeContactCreated(tx, deps.jobs, { contact, consent }, deps.clock.now())
  })
}

const batchSize = 500

/** In batches, each with the same number of statements. */
function* batchesOf(ids: readonly string[]): Generator<readonly string[]> {
  for (let from = 0; from < ids.length; from += batchSize) yield ids.slice(from, from + batchSize)
}

/** Contacts by id. `subjectId`: their card, if all are known to be on one. */
type Chosen = { ids: readonly string[]; subjectId?: string }
type LabelChanges = { tags: readonly string[]; removedTags: readonly string[] }

/**
 * Adds and removes labels of those of the contacts that there are. `count` are those that have the added labels, or that lost some;
 * `refused` are those that would have too many.
 */
export async function labelContacts(
  deps: ChangeDeps,
  caller: Caller,
  { ids, subjectId: ofCard }: Chosen,
  { tags, removedTags }: LabelChanges,
): Promise<{ count: number; refused: number }> {
  const changes = { tags: plainLabels(tags), removedTags: plainLabels(removedTags) }
  if (changes.tags.length + changes.removedTags.length === 0)
    throw problem('input-invalid', { issues: [fieldIssue('tags', 'labelMissing')] })
  const counts = { count: 0, refused: 0 }
  let isAnyFound = false
  for (const batch of batchesOf(ids)) {
    const found = await readContacts(deps, caller, batch, ofCard)
    if ([...found.values()].flat().some(({ mayLabel }) => !mayLabel)) throw labelsNotAllowed()
    for (const [subjectId, several] of found) {
      const { count, refused, isFound } = await labelOfCard(deps, subjectId, idsOf(several), changes)
      counts.count += count
      counts.refused += refused
      isAnyFound ||= isFound
    }
  }
  if (!isAnyFound) throw problem('not-found')
  return counts
}

async function labelOfCard(deps: ChangeDeps, subjectId: string, ids: readonly string[], { tags: added, removedTags }: LabelChanges) {
  try {
    return await deps.db.transaction(async (tx) => {
      const before = await lockContacts(tx, subjectId, ids)
      const labeled: Contact[] = []
      const saved: Contact[] = []
      const changed: Contact[] = []
      for (const contact of before.values()) {
        const tags = plainLabels([...contact.tags.filter((tag) => !removedTags.includes(tag)), ...added])
        if (tags.length > tagsMax && tags.length > contact.tags.length) continue
        // Labeling counts as viewing, as in `changeContact`.
        const after = { ...contact, tags, viewed: contact.viewed || contact.isQuarantined }
        labeled.push(after)
        const isChanged = String(tags) !== String(contact.tags)
        if (isChanged) changed.push(after)
        if (isChanged || after.viewed !== contact.viewed) saved.push(after)
      }
      await saveTags(tx, subjectId, saved)
      if (labeled.length > 0) await addOwnLabels(tx, subjectId, added)
      await writeContactsUpdated(tx, deps.jobs, { subjectId, contacts: changed, now: deps.clock.now() })
      const { length } = added.length > 0 ? labeled : changed
      return { count: length, refused: before.size - labeled.length, isFound: before.size > 0 }
    })
  } catch (thrown) {
    // The card's list of labels is full.
    if (!isProblem(thrown) || thrown.problem.status !== 422) throw thrown
    return { count: 0, refused: ids.length, isFound: true }
  }
}

const idsOf = (found: readonly { contact: Contact }[]) => found.map(({ contact }) => contact.id)

export const eraseContact = async (deps: ChangeDeps, caller: Caller, id: string): Promise<void> =>
  void (await eraseContacts(deps, caller, { ids: [id] }))

/** Erases the contacts that still exist; returns how many. */
export async function eraseContacts(deps: ChangeDeps, caller: Caller, { ids, subjectId: ofCard }: Chosen): Promise<number> {
  let count = 0
  for (const batch of batchesOf(ids))
    for (const [subjectId, found] of await readContacts(deps, caller, batch, ofCard)) count += await eraseOfCard(deps, subjectId, found)
  if (count === 0) throw problem('not-found')
  return count
}

async function eraseOfCard(deps: ChangeDeps, subjectId: string, found: readonly FoundContact[]): Promise<number> {
  const now = deps.clock.now()
  const withConsent = new Set(found.flatMap(({ contact, consent }) => (consent ? contact.id : [])))
  return deps.db.transaction(async (tx) => {
    // Before their events: a change that had locked one may have written one.
    const erased = [...(await lockContacts(tx, subjectId, idsOf(found))).values()]
    if (erased.length === 0) return 0
    const ids = erased.map(({ id }) => id)
    const submissions = erased.map(({ submissionId }) => submissionId)
    await consumeAll(tx, 'erased', submissions, new Date(now.getTime() + erasedMs))
    // Queued jobs contain a contact's id, and failed ones may contain more.
    await forgetJobs(tx, ids)
    await clearRowsOf(tx, subjectId, ids)
    const addresses = erased.flatMap(({ emailAddress, original }) => [emailAddress, original?.emailAddress ?? ''])
    await eraseRejectionsOf(tx, subjectId, [...new Set(addresses.filter(Boolean))])
    await deleteContacts(tx, subjectId, ids)
    const contacts = erased.flatMap(({ id, isQuarantined }) => (isQuarantined ? [] : { id, hadConsent: withConsent.has(id) }))
    await eraseFromEvents(tx, deps.jobs, { subjectId, contacts, now })
    return erased.length
  })
}
