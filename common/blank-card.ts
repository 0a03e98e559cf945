import { draftNames, initialOf, publicNames, type PublicName } from '#contract/cards/card-fields.ts'
import type { Card, CardSubscription } from '#contract/cards/cards.ts'
import type { EditedCard } from '#contract/cards/drafts.ts'
import { permissionBits } from '#contract/permissions.ts'
import { activeSubscription } from '#contract/billing/plan-label.ts'
import { plans } from '#contract/billing/plans.ts'
import { readSettings } from './read-settings.ts'

const nilId = '00000000-0000-0000-0000-000000000000'
const fields = Object.fromEntries(publicNames.map((name) => [name, initialOf(name)])) as Pick<Card, PublicName>

/** The placeholder for a preview without a card. */
export const blankCard = (alias: string): Card => ({
  id: nilId,
  key: '',
  alias,
  revision: 0,
  stringVersion: '',
  permissions: permissionBits(plans.PRO),
  pictures: { profile: null, cutout: null, logo: null, background: null, card: null },
  ...fields,
  settings: readSettings({}, []),
  isDemo: false,
})

/** A card with initial values only. */
export const blankEdited = () => Object.fromEntries(draftNames.map((name) => [name, initialOf(name)])) as EditedCard

export const blankSubscription: CardSubscription = { ...activeSubscription, isTrial: true }
