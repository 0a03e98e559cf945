import type { Imported } from '#contract/cards/aliases.ts'
import { beginningOf } from '#common/text/beginning-of.ts'

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

export const wizardSteps = ['address', 'you', 'photo', 'look', 'links'] as const
export type WizardStep = (typeof wizardSteps)[number]
/** The steps after the card exists. */
export const cardSteps = ['photo', 'look', 'links', 'done'] as const
export type CardStep = (typeof cardSteps)[number]

export const newCardHref = '/account/new'
export const importCardHref = `${newCardHref}/import`
export const cardStepHref = (alias: string, step: CardStep) => `${newCardHref}/${alias}/${step}`

export const typedNames = ['submissionId', 'alias', 'fullName', 'title', 'companyName', 'phoneNumber', 'emailAddress', 'imported'] as const
const lettersMax = 400
/** A photo, texts and links. The server checks them again. */
const importedLettersMax = 400_000

/** The import that comes with the card; null if there is none, or it was cut. */
export function importedOf({ imported }: Pick<TypedCard, 'imported'>): Imported | null {
  try {
    return imported === '' ? null : JSON.parse(imported)
  } catch {
    return null
  }
}

/** Reads a card from a form or storage, with defaults from `defaults`. */
export function readTyped(fieldOf: (name: string) => string | null, defaults: TypedCard): TypedCard {
  const limitOf = (name: string) => (name === 'imported' ? importedLettersMax : lettersMax)
  const read = Object.fromEntries(typedNames.map((name) => [name, beginningOf(fieldOf(name) ?? defaults[name], limitOf(name))]))
  return { ...defaults, ...read, profile: fieldOf('profile') === '2' ? '2' : '1' }
}
