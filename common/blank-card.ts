import { draftNames, initialOf, publicNames, type PublicName } from '#contract/cards/card-fields.ts'
import type { Card, CardSubscription } from '#contract/cards/cards.ts'
import type { EditedCard } from '#contract/cards/drafts.ts'
import { numberOf } from '#contract/permissions.ts'
import { plans } from '#contract/billing/plans.ts'
import { readSettings } from './read-settings.ts'

const nobody = '00000000-0000-0000-0000-000000000000'
const fields = Object.fromEntries(publicNames.map((name) => [name, initialOf(name)])) as Pick<Card, PublicName>

/** The placeholder that a preview begins with where there is no card yet, or none to be seen. */
export const blankCard = (alias: string): Card => ({
  id: nobody,
  key: '',
  alias,
  revision: 0,
  stringVersion: '',
  permissions: numberOf(plans.PRO),
  pictures: { profile: null, cutout: null, logo: null, background: null, card: null },
  ...fields,
  settings: readSettings({}, []),
  isDemo: false,
})

/** A card of which nothing is decided. */
export const blankEdited = () => Object.fromEntries(draftNames.map((name) => [name, initialOf(name)])) as EditedCard

export const blankSubscription: CardSubscription = {
  isFreemium: false,
  isTrial: true,
  isUnpaid: false,
  isDunning: false,
  isDeactivated: false,
  isActive: true,
  isInError: false,
  missingCreditCard: false,
  trialDays: 0,
  freemiumPlanName: '',
}
