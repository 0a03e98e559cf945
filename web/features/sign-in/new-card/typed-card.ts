import type { Imported } from '#contract/cards/aliases.ts'
import { beginningOf } from '#common/text/beginning-of.ts'
import { propertyOf } from '#common/property-of.ts'

/** The form values of a card before it exists. */
export type TypedCard = {
  submissionId: string
  alias: string
  fullName: string
  title: string
  companyName: string
  phoneNumber: string
  emailAddress: string
  profile: '1' | '2'
  /** What an import adds to the card, as JSON; empty without one. */
  imported: string
}

/** The details that can also be changed after the card exists. */
export const youNames = ['fullName', 'title', 'companyName', 'phoneNumber', 'emailAddress', 'profile'] as const
export type You = Pick<TypedCard, (typeof youNames)[number]>

export const wizardSteps = ['address', 'you', 'photo', 'look', 'links'] as const
export type WizardStep = (typeof wizardSteps)[number]
/** The steps after the card exists. */
export const cardSteps = ['you', 'photo', 'look', 'links', 'done'] as const
export type CardStep = (typeof cardSteps)[number]

export const newCardHref = '/account/new'
/** The steps before the card exists. The address names their form, so that it leads on once the form has created its card. */
export const beginHref = (submissionId: string, step: 'address' | 'you' = 'address') =>
  `${newCardHref}?${new URLSearchParams({ submission: submissionId, ...(step === 'you' && { step }) })}`
export const importCardHref = `${newCardHref}/import`
export const cardStepHref = (alias: string, step: CardStep) => `${newCardHref}/${alias}/${step}`

export const typedNames = ['submissionId', 'alias', 'fullName', 'title', 'companyName', 'phoneNumber', 'emailAddress', 'imported'] as const
const lettersMax = 400
/** A photo, texts and links. The server checks them again. */
const importedLettersMax = 400_000

/** The import that comes with the card; null if there is none, or it was truncated. */
export function importedOf({ imported }: Pick<TypedCard, 'imported'>): Imported | null {
  try {
    return imported === '' ? null : JSON.parse(imported)
  } catch {
    return null
  }
}

type FieldOf = (name: string) => string | null

/** Reads a card, or the details of one, from a form or storage, with defaults from `defaults`. */
export function readTyped<T extends You>(fieldOf: FieldOf, defaults: T): T {
  const limitOf = (name: string) => (name === 'imported' ? importedLettersMax : lettersMax)
  const texts = Object.entries(defaults).map(([name, before]) => [name, beginningOf(fieldOf(name) ?? before, limitOf(name))])
  return { ...defaults, ...Object.fromEntries(texts), profile: fieldOf('profile') === '2' ? '2' : '1' }
}

export const fieldsOfForm = (form: HTMLFormElement): FieldOf => {
  const fields = new FormData(form)
  return (name) => textOrNull(fields.get(name))
}

export const fieldsOfStored =
  (stored: object): FieldOf =>
  (name) =>
    textOrNull(propertyOf(stored, name))

const textOrNull = (value: unknown) => (typeof value === 'string' ? value : null)
