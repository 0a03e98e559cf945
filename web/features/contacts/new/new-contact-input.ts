import type { NewContact } from '#contract/contacts.ts'
import { isPhone } from '#contract/text/phone.ts'
import type { MessageKey } from '#common/messages/message.ts'
import { mailHref } from '../list/place.ts'
import { chosenTags } from '../sheet/tags.ts'

export const newContactFields = [
  'submissionId',
  'name',
  'lastName',
  'phoneNumber',
  'emailAddress',
  'title',
  'companyName',
  'address',
  'city',
  'state',
  'zip',
  'notes',
] as const satisfies readonly (keyof NewContact)[]

/** The form's values by field. */
export function typedIn(form: FormData): Record<(typeof newContactFields)[number], string> {
  const read = (name: string) => {
    const value = form.get(name)
    return typeof value === 'string' ? value : ''
  }
  return Object.fromEntries(newContactFields.map((name) => [name, read(name)])) as Record<(typeof newContactFields)[number], string>
}

export const newContactInput = (alias: string, form: FormData): NewContact => ({ alias, ...typedIn(form), tags: chosenTags(form) })

/** Issues the page can detect; the server validates again. */
export function issuesIn(form: FormData): Partial<Record<(typeof newContactFields)[number], MessageKey>> {
  const { name, phoneNumber, emailAddress } = typedIn(form)
  return {
    ...(name.trim() === '' ? { name: 'contacts.nameEmpty' } : {}),
    ...(phoneNumber.trim() !== '' && !isPhone(phoneNumber) ? { phoneNumber: 'problem.phone' } : {}),
    ...(emailAddress.trim() !== '' && !mailHref(emailAddress.trim()) ? { emailAddress: 'contacts.mailWrong' } : {}),
  }
}
