import type { MessageKey } from '#common/messages/message.ts'
import { isPhone } from '#common/text/phone.ts'

/** The form's values. `website` is a hidden honeypot: only bots fill it in. */
export type Entry = {
  name: string
  lastName: string
  phoneNumber: string
  emailAddress: string
  title: string
  companyName: string
  notes: string
  website: string
  wantsCard: boolean
}

export const required = ['name', 'lastName', 'phoneNumber', 'emailAddress'] as const
const optional = ['title', 'companyName', 'notes'] as const
export type Field = (typeof required)[number] | (typeof optional)[number]
/** The issue of each field that has one. */
export type Issues = Partial<Record<Field, MessageKey>>

export const noEntry: Entry = {
  name: '',
  lastName: '',
  phoneNumber: '',
  emailAddress: '',
  title: '',
  companyName: '',
  notes: '',
  website: '',
  wantsCard: false,
}

export const maxLengths = { line: 200, email: 254, notes: 4000 } as const

export function readEntry(form: FormData): Entry {
  const text = (field: string) => {
    const value = form.get(field)
    return typeof value === 'string' ? value.trim() : ''
  }
  return {
    name: text('name'),
    lastName: text('lastName'),
    phoneNumber: text('phoneNumber'),
    emailAddress: text('emailAddress'),
    title: text('title'),
    companyName: text('companyName'),
    notes: text('notes'),
    website: text('website'),
    wantsCard: form.get('wantsCard') === 'on',
  }
}

/** The same rule as on the server. */
const emailForm = /^(?!\.)(?!.*\.\.)([A-Za-z0-9_'+\-.]*)[A-Za-z0-9_+-]@([A-Za-z0-9][A-Za-z0-9-]*\.)+[A-Za-z]{2,}$/

/** Issues by field; empty if the entry can be sent. */
export function checkEntry(entry: Entry): Issues {
  const issues: Issues = {}
  for (const field of required) if (entry[field] === '') issues[field] = `capture.missing.${field}`
  if (entry.phoneNumber !== '' && !isPhone(entry.phoneNumber)) issues.phoneNumber = 'capture.wrong.phoneNumber'
  if (entry.emailAddress !== '' && !isEmail(entry.emailAddress)) issues.emailAddress = 'capture.wrong.emailAddress'
  return issues
}

const isEmail = (text: string) => text.length <= maxLengths.email && emailForm.test(text)
export const hasNoIssues = (issues: Issues) => Object.keys(issues).length === 0
