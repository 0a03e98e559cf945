import type { ClientData } from '#contract/contacts.ts'
import { readCapture, type Capture } from '#server/cards/public/read-capture.ts'
import type { Db } from '#server/database/database.ts'
import { isConsumed, consume } from '#server/database/consume.ts'
import { newId } from '#server/database/new-id.ts'
import { problem } from '#server/http/problems/problem.ts'
import type { Jobs } from '#server/jobs/jobs.ts'
import type { Captcha } from '#server/integrations/captcha.ts'
import type { Clock } from '#server/integrations/clock.ts'
import type { Log } from '#server/integrations/log.ts'
import type { Settings } from '#server/settings.ts'
import { consentOf, refuseUnknownConsent } from './check-consent.ts'
import { addLabels, findSubmission, insertContact } from './contact-store.ts'
import { findHoldReason } from './find-hold-reason.ts'
import { acceptRepeat, enteredFields, findConcurrent, submissionKey, type SubmissionKey } from './match-repeat.ts'

export type SubmitNeeds = {
  db: Db
  clock: Clock
  jobs: Jobs
  captcha: Captcha
  log: Log
  settings: Pick<Settings, 'productName' | 'productSlug'>
}

/** A visitor leaves their details. `exceedsAddressLimit` counts a submission without a solved captcha from their client address. */
export async function submitContact(needs: SubmitNeeds, input: ClientData, exceedsAddressLimit = async (_cardId: string) => false) {
  const { db, clock, jobs, captcha, log, settings } = needs
  const card = await readCapture(db, input.alias)
  refuseUnknownConsent(input)
  if (!card || (input.subjectIdKey && input.subjectIdKey !== card.key)) throw problem('card-not-found')

  const now = clock.now()
  const key = submissionKey(input, card.id, now)
  // A client that lost the answer asks again, with a captcha that is used up by now.
  const before = await findSubmission(db, card.id, key.id)
  if (before) return acceptRepeat(before, key)
  // The owner erased it: a device that sends it again does not bring it back.
  if (await isConsumed(db, 'erased', key.id)) return
  if (!card.takesContacts) throw problem('contacts-closed')
  await jobs.ready()

  const action = `${settings.productSlug}/connect_client`
  const verdict = await captcha.verify({ token: input.reCaptchaResponse, action, alias: card.alias })
  if (!verdict.ok) {
    const other = verdict.reason === 'used' ? await findConcurrent(db, card.id, key) : null
    if (other) return acceptRepeat(other, key)
    throw problem('captcha-missing')
  }
  const { isProved } = verdict
  const held = await findHoldReason(db, input, { cardId: card.id, isProved, exceedsAddressLimit, now })
  await saveContact(needs, card, { input, key, isProved, held, now })
  // Logged for operators: many of them are a flood.
  if (held) log.info('contact-held', { subject: card.id })
}

type Submission = { input: ClientData; key: SubmissionKey; isProved: boolean; held: 'machine' | 'flood' | null; now: Date }

/** The contact, the consent and the jobs that notify the owner, in one transaction: a contact that is saved is announced, once. */
async function saveContact({ db, jobs, settings }: SubmitNeeds, card: Capture, { input, key, isProved, held, now }: Submission) {
  const id = newId(now.getTime())
  const tags = card.labels ?? [settings.productName]
  const fields = { ...enteredFields(input), fullName: `${input.name} ${input.lastName}`.trim() }
  const submission = { submissionId: key.id, submittedHash: key.hash, isHeld: held !== null, isProved, dateCreated: now }
  await db.transaction(async (tx) => {
    const isNew = await insertContact(tx, { ...fields, ...submission, subjectId: card.id, id, tags }, consentOf(input, card, now))
    if (!isNew) {
      const before = await findSubmission(tx, card.id, key.id)
      return before ? acceptRepeat(before, key) : undefined
    }
    // If the card's list of labels is full, the contact still gets its labels.
    await addLabels(tx, card.id, tags)
    if (held) return held === 'flood' ? announceFlood(tx, jobs, { cardId: card.id, id, now }) : undefined
    const of = { subjectId: card.id, contactId: id }
    await jobs.enqueue(tx, 'contacts.push', of, { key: id })
    await jobs.enqueue(tx, 'contacts.mail', of, { key: id })
    if (input.wantsCard) await jobs.enqueue(tx, 'contacts.mail-card', { ...of, language: input.language }, { key: id })
  })
}

const dayMs = 86_400_000

/** One email a day says that contacts are held for review. */
async function announceFlood(tx: Db, jobs: Jobs, { cardId, id, now }: { cardId: string; id: string; now: Date }) {
  const day = now.toISOString().slice(0, 10)
  if (await consume(tx, 'flood-told', `${cardId} ${day}`, new Date(now.getTime() + 2 * dayMs)))
    await jobs.enqueue(tx, 'contacts.mail-held', { subjectId: cardId, isFlood: true, day }, { key: id })
}
