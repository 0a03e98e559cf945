import { labelsMax } from '#contract/constants.ts'
import type { OwnerNote } from '#contract/contacts.ts'
import type { Db } from '#server/database/database.ts'
import { consume } from '#server/database/consume.ts'
import type { Caller } from '#server/http/calls/mount.ts'
import { forgetJobs } from '#server/jobs/forget-jobs.ts'
import { problem } from '#server/http/problems/problem.ts'
import { addLabels, countLabels, deleteContact, lockContact, markViewed, putOwnerNotes, putTags } from './contact-store.ts'
import { readContact } from './read-contact.ts'
import type { OwnNeeds } from './search-contacts.ts'

const notesMax = 500
/** How long a device may keep an entry that it could not send. */
const erasedMs = 90 * 86_400_000

export async function markContactViewed(needs: OwnNeeds, caller: Caller, id: string): Promise<void> {
  const { contact } = await readContact(needs, caller, id)
  if (!contact.viewed) await markViewed(needs.db, contact)
}

/** Labels in place of those it has; new ones join the card's. */
export async function setContactTags(needs: OwnNeeds, caller: Caller, id: string, typed: readonly string[]): Promise<void> {
  const { contact, mayLabel } = await readContact(needs, caller, id)
  if (!mayLabel) throw problem('not-allowed', { detail: 'Labels come with PRO.' })
  const tags = plainLabels(typed)
  await needs.db.transaction(async (tx) => {
    await putTags(tx, contact, tags)
    // Who gave it labels has seen it: what is held and seen stays.
    if (contact.isHeld) await markViewed(tx, contact)
    await addOwnLabels(tx, contact.subjectId, tags)
  })
}

/** Rejects new labels once the card has `labelsMax`. Labels that the card adds to new contacts are not limited. */
export async function addOwnLabels(tx: Db, subjectId: string, tags: readonly string[]): Promise<void> {
  if ((await addLabels(tx, subjectId, tags)) > 0 && (await countLabels(tx, subjectId)) > labelsMax)
    throw problem('input-invalid', {
      faults: [{ path: 'tags', message: `A card can have at most ${labelsMax.toLocaleString('en-US')} labels.` }],
    })
}

/** A comma parts labels where they are written in one line, so it can be in none. */
export const plainLabels = (typed: readonly string[]) => [...new Set(typed.flatMap((label) => label.replaceAll(',', ' ').trim() || []))]

/** Notes are added to: one that is kept stays, whatever an older window sends. */
export async function updateContactNotes(needs: OwnNeeds, caller: Caller, id: string, sent: readonly OwnerNote[]): Promise<void> {
  const { contact } = await readContact(needs, caller, id)
  await needs.db.transaction(async (tx) => {
    const now = await lockContact(tx, contact)
    if (!now) throw problem('not-found')
    const isKept = (note: OwnerNote) => now.ownerNotes.some(({ Created, Note }) => Created === note.Created && Note === note.Note)
    const all = [...now.ownerNotes, ...sent.filter((note) => !isKept(note))]
    if (all.length > notesMax) throw problem('input-invalid', { detail: `A contact holds ${notesMax} notes at most.` })
    await putOwnerNotes(tx, contact, all)
  })
}

export async function eraseContact(needs: OwnNeeds, caller: Caller, id: string): Promise<void> {
  const { contact } = await readContact(needs, caller, id)
  const isGone = await needs.db.transaction(async (tx) => {
    await consume(tx, 'erased', contact.submissionId, new Date(needs.clock.now().getTime() + erasedMs))
    // What waits to be told of them knows them by a number, and when it fails by more.
    await forgetJobs(tx, [id])
    return deleteContact(tx, contact)
  })
  if (!isGone) throw problem('not-found')
}
