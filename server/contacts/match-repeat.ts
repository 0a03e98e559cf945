import { createHash } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { ClientData } from '#contract/contacts.ts'
import type { Db } from '#server/database/database.ts'
import { problem } from '#server/http/problems/problem.ts'
import { findSubmission } from './contact-store.ts'
import type { Contact } from './tables.ts'

/** What tells a repeated submission from a new one: the idempotency key, and a hash of what was entered. */
export type SubmissionKey = { id: string; hash: Buffer }

/** Clients without a key get one of the card, the day and what was entered: the same again on that day is one contact. */
export function submissionKey(input: ClientData, cardId: string, now: Date): SubmissionKey {
  const hash = createHash('sha256')
    .update(JSON.stringify(Object.entries(enteredFields(input))))
    .digest()
  return { id: input.submissionId ?? idFrom(hash, cardId, now), hash }
}

export function enteredFields({ name, lastName, emailAddress, phoneNumber, title, companyName, notes }: ClientData) {
  return { name, lastName, emailAddress, phoneNumber, title, companyName, notes }
}

/** The same key with the same content is the same contact; with other content it is an error that must be seen. */
export function acceptRepeat({ submittedHash }: Contact, { hash }: SubmissionKey) {
  if (submittedHash && !submittedHash.equals(hash))
    throw problem('conflict', { detail: 'This form was sent before, with other words in it.' })
}

/** Two requests at once show the same captcha proof: waits for the transaction of the first. */
export async function findConcurrent(db: Db, cardId: string, { id }: SubmissionKey): Promise<Contact | null> {
  for (const beforeMs of [0, 50, 150, 400]) {
    await wait(beforeMs)
    const other = await findSubmission(db, cardId, id)
    if (other) return other
  }
  return null
}

function idFrom(hash: Buffer, cardId: string, now: Date): string {
  const hex = createHash('sha256').update(hash).update(cardId).update(now.toISOString().slice(0, 10)).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}
