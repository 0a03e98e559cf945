import { beginningOf } from '#contract/text/beginning-of.ts'

/** What is typed of a card before there is one. */
export type TypedCard = {
  submissionId: string
  alias: string
  fullName: string
  title: string
  companyName: string
  phoneNumber: string
  emailAddress: string
  profile: '1' | '2'
}

export const wizardSteps = ['address', 'you', 'photo', 'look', 'links'] as const
export type WizardStep = (typeof wizardSteps)[number]
/** The steps of a card that is there already. */
export const cardSteps = ['photo', 'look', 'links', 'done'] as const
export type CardStep = (typeof cardSteps)[number]

export const newCardHref = '/account/new'
export const cardStepHref = (alias: string, step: CardStep) => `${newCardHref}/${alias}/${step}`

const fields = ['submissionId', 'alias', 'fullName', 'title', 'companyName', 'phoneNumber', 'emailAddress'] as const

/** A card as a form or a device has it; what is missing there is taken from `usual`. */
export function readTyped(fieldOf: (name: string) => string | null, usual: TypedCard): TypedCard {
  const read = Object.fromEntries(fields.map((name) => [name, beginningOf(fieldOf(name) ?? usual[name], 400)]))
  return { ...usual, ...read, profile: fieldOf('profile') === '2' ? '2' : '1' }
}
