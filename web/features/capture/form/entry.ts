import type { MessageKey } from '#common/messages/message.ts'

/** What a visitor types. `website` is seen by nobody: who fills it in is a machine. */
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
export const optional = ['title', 'companyName', 'notes'] as const
export type Field = (typeof required)[number] | (typeof optional)[number]
/** A field and what is wrong with it. */
export type Faults = Partial<Record<Field, MessageKey>>

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

export const mostLetters = { line: 200, email: 254, notes: 4000 } as const

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

/** As the server takes an address. */
const emailForm = /^(?!\.)(?!.*\.\.)([A-Za-z0-9_'+\-.]*)[A-Za-z0-9_+-]@([A-Za-z0-9][A-Za-z0-9-]*\.)+[A-Za-z]{2,}$/

/** What is wrong, field by field: nothing where it can be sent. */
export function checkEntry(entry: Entry): Faults {
  const faults: Faults = {}
  for (const field of required) if (entry[field] === '') faults[field] = `capture.missing.${field}`
  if (entry.phoneNumber !== '' && !/\d/.test(entry.phoneNumber)) faults.phoneNumber = 'capture.wrong.phoneNumber'
  if (entry.emailAddress !== '' && !isEmail(entry.emailAddress)) faults.emailAddress = 'capture.wrong.emailAddress'
  return faults
}

const isEmail = (text: string) => text.length <= mostLetters.email && emailForm.test(text)
export const isFaultless = (faults: Faults) => Object.keys(faults).length === 0
