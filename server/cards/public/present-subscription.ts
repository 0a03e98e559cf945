import type { CardSubscription } from '#contract/cards/cards.ts'
import type { Caller } from '#server/http/calls/mount.ts'
import type { ReadCard } from './read-card.ts'
import { isSwitchedOff } from '../settings/off-policy.ts'

const nobodys = {
  isTrial: false,
  isUnpaid: false,
  isDunning: false,
  isDeactivated: false,
  isInError: false,
  missingCreditCard: false,
  trialDays: 0,
}

/** Whether a card's owner has paid is the owner's business. Others learn what follows for the page: what the plan is. */
export function presentSubscription({ subject, subscription }: ReadCard, caller: Caller): CardSubscription {
  if (caller.kind === 'owner' && caller.subjectIds.includes(subject.id)) return subscription
  const { isActive, isFreemium, freemiumPlanName } = subscription
  if (isSwitchedOff(subject)) return { ...nobodys, isActive: false, isFreemium: false, freemiumPlanName: '' }
  return { ...nobodys, isActive, isFreemium, freemiumPlanName }
}
