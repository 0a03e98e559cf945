import type { CardSubscription } from '#contract/cards/cards.ts'
import { cardsOf, type Caller } from '#server/http/calls/mount.ts'
import type { ReadCard } from './read-card.ts'
import { isSwitchedOff } from '../settings/off-policy.ts'

const publicDefaults = {
  isTrial: false,
  isUnpaid: false,
  isDunning: false,
  isDeactivated: false,
  isInError: false,
  missingCreditCard: false,
  trialDays: 0,
}

/** Payment details are only for the owner; other callers get the plan, which the page depends on. */
export function presentSubscription({ subject, subscription }: ReadCard, caller: Caller): CardSubscription {
  if (cardsOf(caller).includes(subject.id)) return subscription
  const { isActive, isFreemium, freemiumPlanName } = subscription
  if (isSwitchedOff(subject)) return { ...publicDefaults, isActive: false, isFreemium: false, freemiumPlanName: '' }
  return { ...publicDefaults, isActive, isFreemium, freemiumPlanName }
}
