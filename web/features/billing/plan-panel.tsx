import { useTranslate } from '../../i18n/use-translate.ts'
import type { MessageKey } from '#common/messages/message.ts'
import { Icon } from '../../ui/icons/icon.tsx'
import { ButtonLink } from '../../ui/button/button.tsx'
import type { BillingView, PlanAsk, PlanView } from './billing-view.ts'
import { isDue, planTold, whyOf } from './plan-told.ts'

type Props = { plan: PlanView; act: BillingView['act'] }

/** The state of the plan, and the one thing there is to do about it. On ink where something runs out or has gone wrong. */
export function PlanPanel({ plan, act }: Props) {
  const t = useTranslate()
  const { name, heading, tone } = planTold[plan.label]
  return (
    <section className={`plan-panel ${tone}`} aria-labelledby="plan-heading">
      <p className="plan-panel-name">
        <Icon name={tone === 'bad' ? 'circle-alert' : 'key-round'} />
        {t(name)}
      </p>
      <h2 id="plan-heading">{t(heading, { count: plan.daysLeft })}</h2>
      <p>{moreOf(plan, t)}</p>
      {plan.trial && <TrialStreet trial={plan.trial} daysLeft={plan.daysLeft} />}
      {act && (
        <ButtonLink
          kind="brass"
          size="large"
          isWide
          // Pages of the account have other styles: they are loaded as a document.
          isDocument={act.href.startsWith('/account/')}
          href={act.href}
        >
          {t(actWords(plan, act.kind))}
        </ButtonLink>
      )}
    </section>
  )
}

type Say = ReturnType<typeof useTranslate>

function moreOf({ label, paidBy, price, trial, paidUntil, endsOn }: PlanView, t: Say): string {
  if (endsOn && (label === 'active' || label === 'trial')) return t('billing.endsOn', { day: endsOn })
  if (label === 'active') return paidUntil ? t('billing.paidUntil', { day: paidUntil }) : t('billing.openMore')
  // Nobody charges by themselves where a person takes the money.
  if (label === 'trial' && price && trial && paidBy === 'provider') return t('billing.trialPrice', { price, day: trial.until })
  const more = t(whyOf({ label, paidBy }))
  const isOffered = ['free', 'trial', 'expired', 'trialExpired'].includes(label)
  return price && isOffered ? `${more} ${t('restricted.price', { price })}` : more
}

function actWords({ label }: PlanView, kind: PlanAsk): MessageKey {
  if (kind === 'resume') return 'subscription.resume'
  if (kind === 'subscribe') return isDue(label) ? 'subscription.renew' : label === 'expired' ? 'restricted.upgrade' : 'subscribe.button'
  if (kind === 'update') return label === 'trial' ? 'billing.addCard' : 'plan.update'
  return 'plan.change'
}

type TrialProps = { trial: { days: number; from: string; until: string }; daysLeft: number }

/** The days of a trial as a street of doors: those behind one, and those to come. */
function TrialStreet({ trial: { days, from, until }, daysLeft }: TrialProps) {
  const t = useTranslate()
  const used = Math.max(0, days - daysLeft)
  return (
    <div className="trial-street">
      <p role="img" aria-label={t('billing.daysUsed', { used, count: days })}>
        {Array.from({ length: days }, (_, day) => (
          <i key={day} className={day < used ? 'gone' : undefined} />
        ))}
      </p>
      <p>
        <span>{from}</span>
        <span>{until}</span>
      </p>
    </div>
  )
}
