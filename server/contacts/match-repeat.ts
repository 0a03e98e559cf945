import { createHash } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { ClientData } from '#contract/contacts.ts'
import type { Db } from '#server/database/database.ts'
import { problem } from '#server/http/problems/problem.ts'
import { findSubmission } from './contact-store.ts'
import type { Contact } from './tables.ts'

/** Identifies a repeated submission: its idempotency key, and a hash of its content. */
export type SubmissionKey = { id: string; hash: Buffer }

/** Without a key from the client, one is derived from the card, the day and the content: the same on one day is one contact. */
export function submissionKey(input: ClientData, cardId: string, now: Date): SubmissionKey {
  const hash = createHash('sha256')
    .update(JSON.stringify(Object.entries(enteredFields(input))))
    .digest()
  return { id: input.submissionId ?? idFrom(hash, cardId, now), hash }
}

export function enteredFields({ name, lastName, emailAddress, phoneNumber, title, companyName, notes }: ClientData) {
  return { name, lastName, emailAddress, phoneNumber, title, companyName, notes }
}

/** A repeat with the same content succeeds; the same key with different content is a conflict. */
export function acceptRepeat({ submittedHash }: Contact, { hash }: SubmissionKey) {
  if (submittedHash && !submittedHash.equals(hash))
    throw problem('conflict', { detail: 'This form was already submitted with different content.' })
}

/** Two concurrent requests with the same captcha proof: waits for the first one's transaction. */
export async function findConcurrent(db: Db, cardId: string, { id }: SubmissionKey): Promise<Contact | null> {
  for (const delayMs of [0, 50, 150, 400]) {
    await wait(delayMs)
    const other = await findSubmission(db, cardId, id)
    if (other) return other
  }
  return null
}

function idFrom(hash: Buffer, cardId: string, now: Date): string {
  const hex = createHash('sha256').update(hash).update(cardId).update(now.toISOString().slice(0, 10)).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}
