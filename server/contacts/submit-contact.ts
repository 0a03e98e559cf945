import type { ClientData } from '#contract/contacts.ts'
import { formatPhone } from '#common/text/phone.ts'
import { readCapture, type Capture } from '#server/cards/public/read-capture.ts'
import { inputIssue } from '#server/common/field-issue.ts'
import type { Db } from '#server/database/database.ts'
import { isConsumed, consume } from '#server/database/consume.ts'
import { newId } from '#server/database/new-id.ts'
import { problem } from '#server/http/problems/problem.ts'
import type { Jobs } from '#server/jobs/jobs.ts'
import type { Captcha } from '#server/integrations/captcha.ts'
import type { Clock } from '#server/integrations/clock.ts'
import type { Log } from '#server/integrations/log.ts'
import type { Settings } from '#server/settings.ts'
import { consentOf, assertKnownConsent } from './check-consent.ts'
import { addLabels, findSubmission, insertContact } from './contact-store.ts'
import { findQuarantineReason, type QuarantineReason } from './find-quarantine-reason.ts'
import { acceptRepeat, enteredFields, findConcurrent, submissionKey, type SubmissionKey } from './match-repeat.ts'
import { writeContactCreated } from './write-contact-events.ts'

export type SubmitDeps = {
  db: Db
  clock: Clock
  jobs: Jobs
  captcha: Captcha
  log: Log
  settings: Pick<Settings, 'plans' | 'productName' | 'productSlug'>
}

/** Saves a visitor's details. `exceedsAddressLimit` counts a submission without a solved captcha from their client address. */
export async function submitContact(deps: SubmitDeps, input: ClientData, exceedsAddressLimit = async (_cardId: string) => false) {
  const { db, clock, jobs, captcha, log, settings } = deps
  const card = await readCapture(db, input.alias)
  assertKnownConsent(input)
  if (!card || (input.subjectIdKey && input.subjectIdKey !== card.key)) throw problem('card-not-found')

  const now = clock.now()
  const key = submissionKey(input, card.id, now)
  // A client that lost the response retries with a captcha that was used already.
  const before = await findSubmission(db, card.id, key.id)
  if (before) return acceptRepeat(before, key)
  // The owner erased this contact: a device that resends it must not restore it.
  if (await isConsumed(db, 'erased', key.id)) return
  if (!card.takesContacts) throw problem('contacts-closed', { issue: inputIssue('contactsClosed') })
  await jobs.ready()

  const action = `${settings.productSlug}/connect_client`
  const verdict = await captcha.verify({ token: input.reCaptchaResponse, action, alias: card.alias })
  if (!verdict.ok) {
    const other = verdict.reason === 'used' ? await findConcurrent(db, card.id, key) : null
    if (other) return acceptRepeat(other, key)
    throw problem('captcha-missing', { issue: inputIssue('captchaMissing') })
  }
  const { isProved } = verdict
  const quarantine = await findQuarantineReason(db, input, { cardId: card.id, isProved, exceedsAddressLimit, now })
  await saveContact(deps, card, { input, key, isProved, quarantine, now })
  // For alerts: many of these are a spam burst.
  if (quarantine) log.info('contact-quarantined', { subject: card.id })
}

type Submission = { input: ClientData; key: SubmissionKey; isProved: boolean; quarantine: QuarantineReason | null; now: Date }

/** Contact, consent and notification jobs in one transaction: the owner is notified of every saved contact, once. */
async function saveContact({ db, jobs, settings }: SubmitDeps, card: Capture, { input, key, isProved, quarantine, now }: Submission) {
  const id = newId(now.getTime())
  const tags = card.labels ?? [settings.productName]
  const fields = {
    ...enteredFields(input),
    phoneNumber: formatPhone(input.phoneNumber),
    fullName: `${input.name} ${input.lastName}`.trim(),
  }
  const submission = {
    submissionId: key.id,
    submittedHash: key.hash,
    isQuarantined: quarantine !== null,
    isProved,
    via: input.via ?? null,
    dateCreated: now,
  }
  await db.transaction(async (tx) => {
    const consent = consentOf(input, card, now)
    const contact = await insertContact(tx, { ...fields, ...submission, subjectId: card.id, id, tags }, consent)
    if (!contact) {
      const before = await findSubmission(tx, card.id, key.id)
      return before ? acceptRepeat(before, key) : undefined
    }
    // If the card's list of labels is full, the contact still gets its labels.
    await addLabels(tx, card.id, tags)
    if (quarantine) return quarantine === 'burst' ? notifyOfBurst(tx, jobs, { cardId: card.id, id, now }) : undefined
    await writeContactCreated(tx, jobs, { contact, consent }, now)
    const data = { subjectId: card.id, contactId: id }
    await jobs.enqueue(tx, 'contacts.push', data, { key: id })
    await jobs.enqueue(tx, 'contacts.mail', data, { key: id })
    if (input.wantsCard) await jobs.enqueue(tx, 'contacts.mail-card', { ...data, language: input.language }, { key: id })
  })
}

const dayMs = 86_400_000

/** At most one mail a day about quarantined contacts. */
async function notifyOfBurst(tx: Db, jobs: Jobs, { cardId, id, now }: { cardId: string; id: string; now: Date }) {
  const day = now.toISOString().slice(0, 10)
  if (await consume(tx, 'burst-notified', `${cardId} ${day}`, new Date(now.getTime() + 2 * dayMs)))
    await jobs.enqueue(tx, 'contacts.mail-quarantine', { subjectId: cardId, isSpamBurst: true, day }, { key: id })
}
