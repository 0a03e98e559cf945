import { useTranslate } from '../../../i18n/use-translate.ts'
import { ButtonLink } from '../../../ui/button/button.tsx'
import { Icon } from '../../../ui/icons/icon.tsx'
import { chooseHref } from './choose-href.ts'
import type { SubscriptionView } from './subscription-view.ts'

/** Where a plan stands, what comes next, and the one thing that would help it. */
export function PlanNow({ view, isChoosing }: { view: SubscriptionView; isChoosing: boolean }) {
  const t = useTranslate()
  const { kind, trial, can, order } = view
  return (
    <section className={kind === 'open' ? 'plan-now paper' : 'plan-now'} id="plan" tabIndex={-1} aria-labelledby="plan-title">
      <p className="plan-kind">
        <Icon name="key-round" />
        <span dir="auto">{view.name}</span>
      </p>
      <h2 id="plan-title">{view.label}</h2>
      <p>{view.more}</p>
      {view.next && <p className="plan-next">{view.next}</p>}
      {trial && <TrialDays {...trial} />}
      {order === 'none' && can.subscribe && !isChoosing && (
        <ButtonLink kind="brass" size="large" isDocument href={chooseHref(view.alias)}>
          {t(
            kind === 'trial' && view.paidBy === 'provider'
              ? 'subscription.addCard'
              : kind === 'bad'
                ? 'subscription.renew'
                : 'restricted.upgrade',
          )}
        </ButtonLink>
      )}
      {kind === 'bad' && can.update && (
        <ButtonLink kind="brass" size="large" href="#update-card">
          {t('plan.update')}
        </ButtonLink>
      )}
    </section>
  )
}

/** The days of a trial as a street of doors: those behind one, and those to come. */
function TrialDays({ daysLeft, days, from, until }: NonNullable<SubscriptionView['trial']>) {
  return (
    <div className="plan-street">
      <p className="plan-days" aria-hidden="true">
        {Array.from({ length: days }, (_, day) => (
          <i key={day} className={day < days - daysLeft ? 'gone' : undefined} />
        ))}
      </p>
      <p className="plan-ends">
        <span>{from}</span>
        <span>{until}</span>
      </p>
    </div>
  )
}
