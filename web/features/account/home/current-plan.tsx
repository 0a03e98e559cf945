import { useTranslate } from '../../../i18n/use-translate.ts'
import { ButtonLink } from '../../../ui/button/button.tsx'
import { DayStreet, StatePanel } from '../../../ui/page/state-panel.tsx'
import { chooseHref } from './choose-href.ts'
import type { SubscriptionView } from './subscription-view.ts'

/** The state of a plan, what comes next, and the one action that helps. */
export function CurrentPlan({ view, isChoosing }: { view: SubscriptionView; isChoosing: boolean }) {
  const t = useTranslate()
  const { kind, trial, can, order } = view
  return (
    <StatePanel id="plan" kind={kind === 'open' ? 'paper' : 'ink'} name={view.name} title={view.label}>
      <p>{view.more}</p>
      {view.next && <p>{view.next}</p>}
      {trial && <DayStreet {...trial} label={t('billing.daysUsed', { used: trial.days - trial.daysLeft, count: trial.days })} />}
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
    </StatePanel>
  )
}
