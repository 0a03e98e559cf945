import { contactFieldNames, type ContactFieldName } from '#contract/contact-choices.ts'
import type { ConnectedClient, ContactEdit, NewContact } from '#contract/contacts.ts'
import { isPhone } from '#common/text/phone.ts'
import type { MessageKey } from '#common/messages/message.ts'
import { mailHref } from '../list/contact-links.ts'
import { chosenTags } from '../sheet/tags.ts'

export const newContactFields = ['submissionId', ...contactFieldNames] as const satisfies readonly (keyof NewContact)[]

/** The form's values by field. */
export function typedIn(form: FormData): Record<(typeof newContactFields)[number], string> {
  const read = (name: string) => {
    const value = form.get(name)
    return typeof value === 'string' ? value : ''
  }
  return Object.fromEntries(newContactFields.map((name) => [name, read(name)])) as Record<(typeof newContactFields)[number], string>
}

export const newContactInput = (alias: string, form: FormData): NewContact => ({ alias, ...typedIn(form), tags: chosenTags(form) })

const isSame = (one: string, other: string) => one.replace(/\r\n?/g, '\n').trim() === other.replace(/\r\n?/g, '\n').trim()

/** The names of the fields whose text differs from the contact's. */
export const differingFields = (typed: Partial<Record<string, string>>, contact: ConnectedClient) =>
  contactFieldNames.filter((name) => !isSame(typed[name] ?? '', contact[name]))

/** Only what was changed: another value that would be refused today, such as an imported phone number, doesn't stop the edit. */
export function contactEdit(form: FormData, contact: ConnectedClient): { clientId: string; revision: number; fields: ContactEdit } {
  const typed = typedIn(form)
  const fields = Object.fromEntries(differingFields(typed, contact).map((name) => [name, typed[name]]))
  return { clientId: contact.id, revision: Number(form.get('revision')), fields }
}

/** Issues the page can detect; the server validates again. */
export function issuesIn({ name, phoneNumber, emailAddress }: ContactEdit): Partial<Record<ContactFieldName, MessageKey>> {
  return {
    ...(name?.trim() === '' ? { name: 'contacts.nameEmpty' } : {}),
    ...(phoneNumber?.trim() && !isPhone(phoneNumber) ? { phoneNumber: 'problem.phone' } : {}),
    ...(emailAddress?.trim() && !mailHref(emailAddress.trim()) ? { emailAddress: 'contacts.mailWrong' } : {}),
  }
}
