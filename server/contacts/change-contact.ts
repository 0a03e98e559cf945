import { contactFieldNames } from '#contract/contact-choices.ts'
import { labelsMax } from '#contract/constants.ts'
import type { ContactFields } from '#common/contact-fields.ts'
import type { ConnectedClient, ContactEdit, OwnerNote } from '#contract/contacts.ts'
import { formatPhone } from '#contract/text/phone.ts'
import { eraseRejectionOf } from '#server/accounts/rejections/manage-rejections.ts'
import type { Db } from '#server/database/database.ts'
import { consume } from '#server/database/consume.ts'
import { eraseFromEvents } from '#server/connections/write-event.ts'
import type { Caller } from '#server/http/calls/mount.ts'
import { forgetJobs } from '#server/jobs/forget-jobs.ts'
import type { Jobs } from '#server/jobs/jobs.ts'
import { isProblem } from '#contract/api.ts'
import { problem } from '#server/http/problems/problem.ts'
import {
  addLabels,
  countLabels,
  deleteContact,
  editContact,
  lockContact,
  markViewed,
  releaseQuarantined,
  setOwnerNotes,
  setTags,
} from './contact-store.ts'
import { clearRowsOf } from './import/import-store.ts'
import { presentContact } from './present-contact.ts'
import { readContact } from './read-contact.ts'
import type { OwnDeps } from './search-contacts.ts'
import type { Contact } from './tables.ts'
import { writeContactCreated, writeContactUpdated } from './write-contact-events.ts'

export type ChangeDeps = OwnDeps & { jobs: Pick<Jobs, 'enqueue'> }

const notesMax = 500
const tagsMax = 20
/** How long a device may still resend a stored submission. */
const erasedMs = 90 * 86_400_000

export async function markContactViewed(deps: OwnDeps, caller: Caller, id: string): Promise<void> {
  const { contact } = await readContact(deps, caller, id)
  if (!contact.viewed) await markViewed(deps.db, contact)
}

/** Rejects new labels above `labelsMax`. Labels that the card adds to new contacts are not limited. */
export async function addOwnLabels(tx: Db, subjectId: string, tags: readonly string[]): Promise<void> {
  if ((await addLabels(tx, subjectId, tags)) > 0 && (await countLabels(tx, subjectId)) > labelsMax)
    throw problem('input-invalid', {
      issues: [{ path: 'tags', message: `A card can have at most ${labelsMax.toLocaleString('en-US')} labels.` }],
    })
}

/** Labels are also written as comma-separated text, so a label can't contain a comma. */
export const plainLabels = (typed: readonly string[]) => [...new Set(typed.flatMap((label) => label.replaceAll(',', ' ').trim() || []))]

type ContactChanges = {
  fields?: ContactEdit | undefined
  /** Rejects an edit of fields that were edited since. */
  revision?: number | undefined
  tags?: readonly string[] | undefined
  /** Labels besides those that the contact has. */
  moreTags?: readonly string[]
  notes?: readonly OwnerNote[] | undefined
}

/**
 * Edits fields, replaces the contact's labels, with new ones added to the card's list, and adds notes. Never removes a stored note,
 * because another window may send an older list.
 */
export async function changeContact(
  deps: ChangeDeps,
  caller: Caller,
  id: string,
  { fields = {}, revision, tags: replaced, moreTags, notes = [] }: ContactChanges,
): Promise<ConnectedClient> {
  const { contact, consent, mayLabel } = await readContact(deps, caller, id)
  if ((replaced ?? moreTags) && !mayLabel) throw problem('not-allowed', { detail: 'Labels are a PRO feature.' })
  return deps.db.transaction(async (tx) => {
    const before = await lockContact(tx, contact)
    if (!before) throw problem('not-found')
    const current = await edit(tx, before, { fields, revision, now: deps.clock.now() })
    const typed = moreTags ? [...current.tags, ...moreTags] : replaced
    const tags = typed ? plainLabels(typed) : current.tags
    if (tags.length > tagsMax && tags.length > current.tags.length)
      throw problem('input-invalid', { issues: [{ path: 'tags', message: `A contact can have at most ${tagsMax} labels.` }] })
    if (typed) {
      await setTags(tx, contact, tags)
      // Labeling counts as viewing: quarantined contacts that were viewed are not deleted.
      if (contact.isQuarantined) await markViewed(tx, contact)
      await addOwnLabels(tx, contact.subjectId, tags)
    }
    const ownerNotes = await addNotes(tx, current, notes)
    const changed = { ...current, tags, ownerNotes, viewed: current.viewed || (typed !== undefined && contact.isQuarantined) }
    if (current !== before || ownerNotes !== current.ownerNotes || String(current.tags) !== String(tags))
      await writeContactUpdated(tx, deps.jobs, changed, deps.clock.now())
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
async function addNotes(tx: Db, contact: Contact, sent: readonly OwnerNote[]): Promise<OwnerNote[]> {
  const isStored = (note: OwnerNote) => contact.ownerNotes.some(({ Created, Note }) => Created === note.Created && Note === note.Note)
  const added = sent.filter((note) => !isStored(note))
  const all = [...contact.ownerNotes, ...added]
  if (all.length > notesMax) throw problem('input-invalid', { detail: `A contact can have at most ${notesMax} notes.` })
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

/** Labels those of the contacts that there are. `refused` are those that would have too many. */
export const labelContacts = (deps: ChangeDeps, caller: Caller, ids: readonly string[], moreTags: readonly string[]) =>
  forEachFound(deps, caller, ids, (id) => changeContact(deps, caller, id, { moreTags }))

/** Erases those of the contacts that there are; returns how many. */
export const eraseContacts = async (deps: ChangeDeps, caller: Caller, ids: readonly string[]) =>
  (await forEachFound(deps, caller, ids, (id) => eraseContact(deps, caller, id))).count

/** One by one, so that none waits for the locks of all. A contact that was erased meanwhile is passed over. */
async function forEachFound(deps: ChangeDeps, caller: Caller, ids: readonly string[], act: (id: string) => Promise<unknown>) {
  // All before the first: erasing some moves older ones into the plan's limit.
  const found: string[] = []
  for (const id of new Set(ids)) if (await wasFound(readContact(deps, caller, id))) found.push(id)
  const counts = { count: 0, refused: 0 }
  for (const id of found) {
    try {
      if (await wasFound(act(id))) counts.count++
    } catch (thrown) {
      if (!isProblem(thrown) || thrown.problem.status !== 422) throw thrown
      counts.refused++
    }
  }
  if (counts.count + counts.refused === 0) throw problem('not-found')
  return counts
}

async function wasFound(act: Promise<unknown>): Promise<boolean> {
  try {
    await act
    return true
  } catch (thrown) {
    if (isProblem(thrown) && thrown.problem.status === 404) return false
    throw thrown
  }
}

export async function eraseContact(deps: ChangeDeps, caller: Caller, id: string): Promise<void> {
  const { contact, consent } = await readContact(deps, caller, id)
  const now = deps.clock.now()
  const deleted = await deps.db.transaction(async (tx) => {
    await consume(tx, 'erased', contact.submissionId, new Date(now.getTime() + erasedMs))
    // Queued jobs contain the contact's id, and failed ones may contain more.
    await forgetJobs(tx, [id])
    await clearRowsOf(tx, contact.subjectId, id)
    for (const address of new Set([contact.emailAddress, contact.original?.emailAddress ?? '']))
      if (address) await eraseRejectionOf(tx, contact.subjectId, address)
    // Before its events: a change that had locked the row may have written one.
    const erased = await deleteContact(tx, contact)
    if (erased && !erased.isQuarantined)
      await eraseFromEvents(tx, deps.jobs, { subjectId: contact.subjectId, contactId: id, hadConsent: consent !== null, now })
    return erased
  })
  if (!deleted) throw problem('not-found')
}
