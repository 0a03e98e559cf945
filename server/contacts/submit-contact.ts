import { createHash } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { ClientData } from '#contract/contacts.ts'
import { consentVersion, consentWords } from '#contract/accounts/consent.ts'
import { sideHref } from '#contract/pages.ts'
import { readCapture, type Capture } from '#server/cards/public/read-capture.ts'
import type { Db } from '#server/database/database.ts'
import { isSpent, spend } from '#server/database/spend.ts'
import { newId } from '#server/database/new-id.ts'
import { problem } from '#server/http/problems/problem.ts'
import type { Jobs } from '#server/jobs/jobs.ts'
import type { Captcha } from '#server/integrations/captcha.ts'
import type { Clock } from '#server/integrations/clock.ts'
import type { Log } from '#server/integrations/log.ts'
import type { Settings } from '#server/settings.ts'
import { addLabels, countAnnounced, findSubmission, insertContact } from './contact-store.ts'
import { announcedMax, floodWindowMs, wasTyped } from './hold-policy.ts'
import type { Contact } from './tables.ts'

export type SubmitNeeds = {
  db: Db
  clock: Clock
  jobs: Jobs
  captcha: Captcha
  log: Log
  settings: Pick<Settings, 'productName' | 'productSlug'>
}

const dayMs = 86_400_000

/**
 * A visitor leaves their details: kept with what they agreed to, and told to the owner, in one transaction. `isOften` counts one
 * more of their line for which no browser worked, and says whether those are too many.
 */
export async function submitContact(needs: SubmitNeeds, input: ClientData, isOften = async (_cardId: string) => false): Promise<void> {
  const { db, clock, captcha } = needs
  const card = await readCapture(db, input.alias)
  const isKnown = input.consentVersion === '' || consentWords(input.consentVersion, input.language, '') !== null
  if (!isKnown) throw problem('input-invalid', { faults: [{ path: 'consentVersion', message: 'Nobody was ever shown that.' }] })
  if (!card || (input.subjectIdKey && input.subjectIdKey !== card.key)) throw problem('card-not-found')

  const hash = hashOf(input)
  const now = clock.now()
  const submissionId = input.submissionId ?? idFrom(hash, card.id, now)
  // Somebody whose answer got lost asks again, with a captcha that is used up: what is kept is kept.
  const before = await findSubmission(db, card.id, submissionId)
  if (before) return acceptRepeat(before, hash)
  // It was here, and its owner erased it: a device that sends it again does not bring it back.
  if (await isSpent(db, 'erased', submissionId)) return
  if (!card.takesContacts) throw problem('contacts-closed')
  await needs.jobs.ready()

  const verdict = await captcha.verify({
    token: input.reCaptchaResponse,
    action: `${needs.settings.productSlug}/connect_client`,
    alias: card.alias,
  })
  if (!verdict.ok) {
    const other = verdict.reason === 'used' ? await findOtherPress(db, card.id, submissionId) : null
    if (other) return acceptRepeat(other, hash)
    throw problem('captcha-missing')
  }
  const { isProved } = verdict
  const held = !wasTyped(input) ? 'machine' : (await isFlood(db, { cardId: card.id, isProved, isOften, now })) ? 'flood' : null
  await keep(needs, card, { input, hash, submissionId, isProved, held, now })
  // Counted for whoever watches: many of them are a flood.
  if (held) needs.log.info('contact-held', { subject: card.id })
}

type Sent = { cardId: string; isProved: boolean; isOften: (cardId: string) => Promise<boolean>; now: Date }

/** Only what was announced counts, and what was proved by itself: who floods a form uses up nobody else's room. */
async function isFlood(db: Db, { cardId, isProved, isOften, now }: Sent): Promise<boolean> {
  if (!isProved && (await isOften(cardId))) return true
  const most = announcedMax[isProved ? 'proved' : 'unproved']
  return (await countAnnounced(db, cardId, isProved, new Date(now.getTime() - floodWindowMs), most)) >= most
}

/** Two presses at once show the same proof: the one that was first is being kept just now. */
async function findOtherPress(db: Db, subjectId: string, submissionId: string): Promise<Contact | null> {
  for (const beforeMs of [0, 50, 150, 400]) {
    await wait(beforeMs)
    const other = await findSubmission(db, subjectId, submissionId)
    if (other) return other
  }
  return null
}

type Entry = { input: ClientData; hash: Buffer; submissionId: string; isProved: boolean; held: 'machine' | 'flood' | null; now: Date }

async function keep({ db, jobs, settings }: SubmitNeeds, card: Capture, { input, hash, submissionId, isProved, held, now }: Entry) {
  const isHeld = held !== null
  const id = newId(now.getTime())
  const tags = card.labels ?? [settings.productName]
  await db.transaction(async (tx) => {
    const isNew = await insertContact(
      tx,
      { ...fieldsOf(input), subjectId: card.id, id, submissionId, submittedHash: hash, tags, isHeld, isProved, dateCreated: now },
      consentOf(input, card, now),
    )
    if (!isNew) {
      const before = await findSubmission(tx, card.id, submissionId)
      return before ? acceptRepeat(before, hash) : undefined
    }
    // Where the card's list is full, the contact keeps its labels all the same: a full list of labels does not reject the submission.
    await addLabels(tx, card.id, tags)
    const of = { subjectId: card.id, contactId: id }
    // In the same transaction: a contact we kept is a contact we tell the owner about. What is held is found in the list.
    if (!isHeld) {
      await jobs.enqueue(tx, 'contacts.push', of, { key: id })
      await jobs.enqueue(tx, 'contacts.mail', of, { key: id })
    }
    const day = now.toISOString().slice(0, 10)
    if (held === 'flood' && (await spend(tx, 'flood-told', `${card.id} ${day}`, new Date(now.getTime() + 2 * dayMs))))
      await jobs.enqueue(tx, 'contacts.mail-held', { subjectId: card.id, isFlood: true, day }, { key: id })
    if (input.wantsCard && !isHeld) await jobs.enqueue(tx, 'contacts.mail-card', { ...of, language: input.language }, { key: id })
  })
}

function fieldsOf({ name, lastName, emailAddress, phoneNumber, title, companyName, notes }: ClientData) {
  return { name, lastName, fullName: `${name} ${lastName}`.trim(), emailAddress, phoneNumber, title, companyName, notes }
}

function consentOf(input: ClientData, card: Capture, now: Date) {
  const version = input.consentVersion || consentVersion
  const wording = input.consentVersion ? consentWords(version, input.language, card.owner) : null
  // Who calls without our page was shown nothing by us: there is nothing to keep.
  if (!wording) return null
  return {
    wording,
    wordingVersion: version,
    language: input.language,
    page: sideHref(card.alias, 'letsConnect'),
    givenAt: givenAt(input, now),
  }
}

/** When the button was pressed, as far as the device can be believed: an entry may wait for a connection, but not for ever. */
function givenAt({ consentAt }: ClientData, now: Date): Date {
  const said = consentAt ? new Date(consentAt) : now
  const ageMs = now.getTime() - said.getTime()
  return ageMs >= 0 && ageMs < 30 * dayMs ? said : now
}

/** The same key with the same words is the same contact; with others it is a mistake that must be seen. */
function acceptRepeat({ submittedHash }: Contact, hash: Buffer) {
  if (submittedHash && !submittedHash.equals(hash))
    throw problem('conflict', { detail: 'This form was sent before, with other words in it.' })
}

function hashOf(input: ClientData): Buffer {
  const { fullName: _, ...fields } = fieldsOf(input)
  return createHash('sha256')
    .update(JSON.stringify(Object.entries(fields)))
    .digest()
}

/** For who sends no key of their own: the same words to the same card on one day are one contact. */
function idFrom(hash: Buffer, subjectId: string, now: Date): string {
  const hex = createHash('sha256').update(hash).update(subjectId).update(now.toISOString().slice(0, 10)).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}
