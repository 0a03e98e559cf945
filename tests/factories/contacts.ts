import { randomUUID } from 'node:crypto'
import type { z } from 'zod'
import type { ClientData } from '#contract/contacts.ts'
import { insertContact } from '#server/contacts/contact-store.ts'
import { newId } from '#server/database/new-id.ts'
import type { App } from '#server/app.ts'
import type { contacts } from '#server/contacts/tables.ts'

/** What a visitor types; a test passes only what matters to it. */
export function anEntry(options: Partial<z.input<typeof ClientData>> & { alias: string }): z.output<typeof ClientData> {
  return {
    subjectIdKey: '',
    submissionId: randomUUID(),
    name: 'Tobias',
    lastName: 'Wren',
    phoneNumber: '(207) 555-0199',
    emailAddress: 'tobias.wren@example.com',
    title: '',
    companyName: 'Wren & Daughters Bookshop',
    notes: '',
    tags: '',
    reCaptchaResponse: '',
    reCaptchaAction: '',
    consentVersion: '2026-11',
    language: 'en',
    wantsCard: false,
    website: '',
    ...options,
  }
}

/** An existing contact. */
export async function aContact(
  { changes, clock }: Pick<App['deps'], 'changes' | 'clock'>,
  subjectId: string,
  options: Partial<typeof contacts.$inferInsert> = {},
) {
  const now = options.dateCreated ?? clock.now()
  const id = newId(now.getTime())
  const name = options.name ?? 'Amara'
  const lastName = options.lastName ?? 'Field'
  const row = {
    name,
    lastName,
    fullName: `${name} ${lastName}`,
    emailAddress: 'amara@example.com',
    ...options,
    subjectId,
    id,
    submissionId: randomUUID(),
    dateCreated: now,
  }
  await changes.write((tx) => insertContact(tx, row, null))
  return row
}
