import { useAccountSay } from '../../i18n/use-account-say.ts'
import type { EveryKey } from '../../i18n/say.ts'
import { LaterIcon as Icon } from '../../ui/icons/later-icon.tsx'
import { PageLink } from '../../ui/page-link.tsx'
import type { BillingView, PlanAsk, PlanView } from './billing-view.ts'
import { isDue, planTold, whyOf } from './plan-told.ts'
import { TrialStreet } from './trial-street.tsx'

type Props = { plan: PlanView; act: BillingView['act'] }

/** The state of the plan, and the one thing there is to do about it. On ink where something runs out or has gone wrong. */
export function PlanPanel({ plan, act }: Props) {
  const say = useAccountSay()
  const { name, heading, tone } = planTold[plan.label]
  return (
    <section className={`plan-panel ${tone}`} aria-labelledby="plan-heading">
      <p className="plan-panel-name">
        <Icon name={tone === 'bad' ? 'circle-alert' : 'key-round'} />
        {say(name)}
      </p>
      <h2 id="plan-heading">{say(heading, { count: plan.daysLeft })}</h2>
      <p>{moreOf(plan, say)}</p>
      {plan.trial && <TrialStreet trial={plan.trial} daysLeft={plan.daysLeft} />}
      {act && <PlanWay href={act.href}>{say(actWords(plan, act.kind))}</PlanWay>}
    </section>
  )
}

/** Pages of the account wear other styles: they are loaded anew. */
function PlanWay({ href, children }: { href: string; children: string }) {
  const look = 'btn large wide brass'
  return href.startsWith('/account/') ? (
    <a className={look} href={href}>
      {children}
    </a>
  ) : (
    <PageLink className={look} href={href}>
      {children}
    </PageLink>
  )
}

type Say = ReturnType<typeof useAccountSay>

function moreOf({ label, paidBy, price, trial, paidUntil, endsOn }: PlanView, say: Say): string {
  if (endsOn && (label === 'active' || label === 'trial')) return say('billing.endsOn', { day: endsOn })
  if (label === 'active') return paidUntil ? say('billing.paidUntil', { day: paidUntil }) : say('billing.openMore')
  // Nobody charges by themselves where a person takes the money.
  if (label === 'trial' && price && trial && paidBy === 'provider') return say('billing.trialPrice', { price, day: trial.until })
  const more = say(whyOf({ label, paidBy }))
  const isOffered = ['free', 'trial', 'expired', 'trialExpired'].includes(label)
  return price && isOffered ? `${more} ${say('restricted.price', { price })}` : more
}

function actWords({ label }: PlanView, kind: PlanAsk): EveryKey {
  if (kind === 'resume') return 'subscription.resume'
  if (kind === 'subscribe') return isDue(label) ? 'subscription.renew' : label === 'expired' ? 'restricted.upgrade' : 'subscribe.button'
  if (kind === 'update') return label === 'trial' ? 'billing.addCard' : 'plan.update'
  return 'plan.change'
}
