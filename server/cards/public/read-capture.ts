import { beginningOf } from '#contract/text/beginning-of.ts'
import { displayName } from '#contract/text/display-name.ts'
import type { Db } from '#server/database/database.ts'
import { findCard, findSubject } from '../card-store.ts'
import { isSwitchedOff } from '../settings/off-policy.ts'
import type { Subject } from '../tables.ts'
import { visibleNames } from './visible-names.ts'

/** What the form to leave one's details has to know of a card. */
export type Capture = {
  id: string
  key: string
  alias: string
  /** Who will have the details, as a person reads it. */
  owner: string
  firstName: string
  takesContacts: boolean
  /** Labels for whoever comes; null where the owner chose none and the product's name is put on. */
  labels: string[] | null
}

/** Of a card that is open, by its alias. */
export async function readCapture(db: Db, alias: string): Promise<Capture | null> {
  const found = await findCard(db, alias, undefined)
  return found && !isSwitchedOff(found.subject) ? captureOf(found.subject) : null
}

/** Of a card whose contacts are already here. */
export async function readCaptureById(db: Db, id: string): Promise<Capture | null> {
  const subject = await findSubject(db, id)
  return subject && captureOf(subject)
}

function captureOf(subject: Subject): Capture {
  const { id, key, alias } = subject
  const { fullName, firstName, companyName } = visibleNames(subject)
  const { enabled = true, applyTags } = subject.settings.connectClientsSetting ?? {}
  const labels = applyTags?.split(',').flatMap((label) => beginningOf(label.trim(), 60) || [])
  const owner = [displayName({ fullName, companyName, alias }), fullName && companyName].filter(Boolean).join(', ')
  return {
    id,
    key,
    alias,
    owner,
    firstName: firstName || displayName({ fullName, companyName, alias }),
    takesContacts: enabled,
    labels: labels ?? null,
  }
}
