import { useTranslate } from '../../i18n/use-translate.ts'
import type { MessageKey } from '#common/messages/message.ts'
import { ButtonLink } from '../../ui/button/button.tsx'
import { DayStreet, StatePanel } from '../../ui/page/state-panel.tsx'
import type { BillingView, PlanAction, PlanView } from './billing-view.ts'
import { isDue, planDisplay, whyOf } from './plan-display.ts'

type Props = { plan: PlanView; act: BillingView['act'] }

/** The state of the plan, with its most important action. Dark if something expires or failed. */
export function PlanPanel({ plan, act }: Props) {
  const t = useTranslate()
  const { name, heading, tone } = planDisplay[plan.label]
  return (
    <StatePanel
      id="plan"
      kind={tone === 'bad' || tone === 'trial' ? 'ink' : 'paper'}
      icon={tone === 'bad' ? 'circle-alert' : 'key-round'}
      name={t(name)}
      title={t(heading, { count: plan.daysLeft })}
    >
      <p>{moreOf(plan, t)}</p>
      {plan.trial && (
        <DayStreet
          {...plan.trial}
          daysLeft={plan.daysLeft}
          label={t('billing.daysUsed', { used: Math.max(0, plan.trial.days - plan.daysLeft), count: plan.trial.days })}
        />
      )}
      {act && (
        <ButtonLink
          kind="brass"
          size="large"
          isWide
          // The account pages have other styles, so they load as a new document.
          isDocument={act.href.startsWith('/account/')}
          href={act.href}
        >
          {t(actionLabel(plan, act.kind))}
        </ButtonLink>
      )}
    </StatePanel>
  )
}

type Translate = ReturnType<typeof useTranslate>

function moreOf({ label, paidBy, price, trial, paidUntil, endsOn }: PlanView, t: Translate): string {
  if (endsOn && (label === 'active' || label === 'trial')) return t('billing.endsOn', { day: endsOn })
  if (label === 'active') return paidUntil ? t('billing.paidUntil', { day: paidUntil }) : t('billing.openMore')
  // Payments taken by hand are never charged automatically.
  if (label === 'trial' && price && trial && paidBy === 'provider') return t('billing.trialPrice', { price, day: trial.until })
  const more = t(whyOf({ label, paidBy }))
  const isOffered = ['free', 'trial', 'expired', 'trialExpired'].includes(label)
  return price && isOffered ? `${more} ${t('restricted.price', { price })}` : more
}

function actionLabel({ label }: PlanView, kind: PlanAction): MessageKey {
  if (kind === 'resume') return 'subscription.resume'
  if (kind === 'subscribe') return isDue(label) ? 'subscription.renew' : label === 'expired' ? 'restricted.upgrade' : 'subscribe.button'
  if (kind === 'update') return label === 'trial' ? 'billing.addCard' : 'plan.update'
  return 'plan.change'
}
