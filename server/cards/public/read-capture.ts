import { tagLettersMax } from '#contract/constants.ts'
import { beginningOf } from '#common/text/beginning-of.ts'
import { displayName } from '#common/text/display-name.ts'
import type { Db } from '#server/database/database.ts'
import { findCard, findSubject } from '../card-store.ts'
import { isSwitchedOff } from '../settings/off-policy.ts'
import type { Subject } from '../tables.ts'
import { visibleNames } from './visible-names.ts'

/** What the contact form needs to know about a card. */
export type Capture = {
  id: string
  key: string
  alias: string
  /** The recipient's name, as visitors read it. */
  owner: string
  firstName: string
  takesContacts: boolean
  /** Labels of new contacts; null if the owner chose none and the product's name is the label. */
  labels: string[] | null
}

/** For an open card, by alias. */
export async function readCapture(db: Db, alias: string): Promise<Capture | null> {
  const subject = await findCard(db, alias)
  return subject && !isSwitchedOff(subject) ? captureOf(subject) : null
}

/** For any card, by id. */
export async function readCaptureById(db: Db, id: string): Promise<Capture | null> {
  const subject = await findSubject(db, id)
  return subject && captureOf(subject)
}

function captureOf(subject: Subject): Capture {
  const { id, key, alias } = subject
  const { fullName, firstName, companyName } = visibleNames(subject)
  const { enabled = true, applyTags } = subject.settings.connectClientsSetting ?? {}
  const labels = applyTags?.split(',').flatMap((label) => beginningOf(label.trim(), tagLettersMax) || [])
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
