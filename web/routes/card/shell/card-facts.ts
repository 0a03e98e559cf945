import type { EditorAnswer } from '#contract/cards/drafts.ts'
import { planLabelOf } from '#contract/billing/plan-label.ts'
import { has } from '#contract/permissions.ts'
import { countChanges } from '../../../features/editor/sections.ts'
import type { CardFacts } from '../../../features/account/home/what-next.ts'

type Known = Pick<CardFacts, 'content' | 'drafted' | 'plan'> & { isTakenDown: boolean }

const trialDaysOf = ({ isTrial, trialDays }: EditorAnswer['subscription']) => (isTrial ? trialDays : null)

/** What the editor knows of a card, for who only wants to know what is missing: published, with the draft over it. */
export function factsOf(editor: EditorAnswer | null): Known {
  if (!editor) return { content: null, drafted: 0, plan: null, isTakenDown: false }
  const { published, draft, subscription, permissions, isDisabled } = editor
  const soon: Record<string, unknown> = { ...published, ...draft.fields }
  const text = (...keys: string[]) => keys.some((key) => typeof soon[key] === 'string' && soon[key] !== '')
  const services = Array.isArray(soon['services']) ? (soon['services'] as Record<string, unknown>[]) : []
  const shown = services.filter((service) => service['ignoreService'] !== true)
  return {
    content: {
      hasPhone: text('phoneNumber', 'telPhoneNumber', 'officePhoneNumber', 'directPhoneNumber'),
      hasBio: text('bio'),
      links: shown.filter((service) => service['directLink']).length,
      hasReviewLink: shown.some((service) => Boolean(service['reviewLink'])),
    },
    drafted: countChanges(Object.keys(draft.fields)),
    plan: {
      needsPayment: subscription.isUnpaid || subscription.isDunning,
      isCardExpired: planLabelOf(subscription) === 'cardExpired',
      trialDaysLeft: trialDaysOf(subscription),
      mayReview: has(permissions, 'ReviewMe'),
    },
    isTakenDown: isDisabled,
  }
}
