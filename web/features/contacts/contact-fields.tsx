import type { FormEvent, HTMLInputTypeAttribute } from 'react'
import type { MessageKey } from '#common/messages/message.ts'
import type { ContactFieldName } from '#contract/contact-choices.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import { SummaryButton } from '../../ui/button/button.tsx'
import { TextArea, TextField } from '../../ui/field/text-field.tsx'
import { Fields, Stack } from '../../ui/page/layout.tsx'
import type { UserError } from './contacts-view.ts'

type Field = { name: ContactFieldName; type?: HTMLInputTypeAttribute; required?: boolean }
const first: readonly Field[] = [
  { name: 'name', required: true },
  { name: 'lastName' },
  { name: 'phoneNumber', type: 'tel' },
  { name: 'emailAddress', type: 'email' },
]
const further: readonly Field[] = [
  { name: 'companyName' },
  { name: 'title' },
  { name: 'address' },
  { name: 'city' },
  { name: 'state' },
  { name: 'zip' },
]

export const fieldLabels = {
  name: 'contacts.firstName',
  lastName: 'contacts.lastName',
  phoneNumber: 'contacts.phone',
  emailAddress: 'home.email',
  companyName: 'contacts.company',
  title: 'contacts.jobTitle',
  address: 'contacts.street',
  city: 'contacts.city',
  state: 'contacts.state',
  zip: 'contacts.zip',
  notes: 'contacts.notesField',
} as const satisfies Record<ContactFieldName, MessageKey>

type Texts = Partial<Record<string, string>>
type Props = {
  values: Texts
  issues: Texts
  /** Hints below the fields. */
  hints?: Texts
  isMoreOpen: boolean
}

/** The fields of a contact, in a form to add or edit one. */
export function ContactFields({ values, issues, hints = {}, isMoreOpen }: Props) {
  const t = useTranslate()
  const common = (name: ContactFieldName) => ({
    name,
    label: t(fieldLabels[name]),
    error: issues[name],
    hint: hints[name],
    defaultValue: values[name] ?? '',
  })
  const field = ({ name, ...rest }: Field) => <TextField key={name} {...common(name)} {...rest} maxLength={200} autoComplete="off" />
  return (
    <>
      <Fields>{first.map(field)}</Fields>
      <details open={isMoreOpen}>
        <SummaryButton icon="plus">{t('contacts.moreFields')}</SummaryButton>
        <Stack isTight>
          <Fields>{further.map(field)}</Fields>
          <TextArea {...common('notes')} maxLength={4000} />
        </Stack>
      </details>
    </>
  )
}

/** True if one of the fields behind "More details" has a text. */
export const hasMoreFields = (texts: Texts) => [...further.map(({ name }) => name), 'notes'].some((name) => texts[name])

/** The message of a form stays until the last wrong field was changed. */
export function withoutIssue(failure: UserError | null, { target }: FormEvent): UserError | null {
  const name = target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement ? target.name : ''
  if (!failure?.issues[name]) return failure
  const { [name]: _changed, ...issues } = failure.issues
  return Object.keys(issues).length > 0 ? { ...failure, issues } : null
}
