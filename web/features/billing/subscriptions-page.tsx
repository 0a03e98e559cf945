import type { SubscriptionListItem } from '#contract/billing/billing.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import { LaterIcon as Icon } from '../../ui/icons/later-icon.tsx'
import { BillingStyle } from './billing-style.tsx'
import type { BillingView } from './billing-view.ts'
import { PlanBadge } from './plan-badge.tsx'
import { PlanFeatures } from './plan-features.tsx'
import { PlanPanel } from './plan-panel.tsx'
import { planTold } from './plan-told.ts'

/** How the plan stands, what one has subscribed to, and what PRO keeps open. */
export function SubscriptionsPage({ view }: { view: BillingView }) {
  const t = useTranslate()
  const { plan, order, subscriptions } = view
  const isOpen = ['open', 'trial'].includes(planTold[plan.label].tone)
  return (
    <div className="billing">
      <BillingStyle />
      <div className="billing-head">
        <h1>{t('plan.title')}</h1>
      </div>
      {/* There before it is needed: what changes in it is heard. */}
      <div role="status">
        {order !== 'none' && (
          <p className="billing-told wait">
            <Icon name="clock" />
            {t(order === 'paying' ? 'billing.paying' : plan.paidBy === 'provider' ? 'billing.orderOpen' : 'billing.orderAsked')}
          </p>
        )}
      </div>
      <PlanPanel plan={plan} act={view.act} />
      <SubscriptionList subscriptions={subscriptions} />
      <section className="billing-list" aria-labelledby="keeps-title">
        <h2 id="keeps-title">{t(isOpen ? 'billing.keepsOpen' : 'subscription.pro')}</h2>
        <div className="billing-part">
          <PlanFeatures />
        </div>
      </section>
      <a className="billing-more" href={view.manageHref}>
        {t('billing.manage')}
        <Icon name="chevron-right" />
      </a>
    </div>
  )
}

/** What one has subscribed to, card by card. */
function SubscriptionList({ subscriptions }: { subscriptions: readonly SubscriptionListItem[] | null }) {
  const t = useTranslate()
  return (
    <section className="billing-list" aria-labelledby="subscriptions-title">
      <h2 id="subscriptions-title">{t('billing.yours')}</h2>
      {!subscriptions && <p className="billing-told wait">{t('billing.unread')}</p>}
      {subscriptions?.length === 0 && <p className="billing-told wait">{t('billing.none')}</p>}
      {subscriptions && subscriptions.length > 0 && (
        <ul>
          {subscriptions.map(({ subscription_id: id, name, alias, label }) => (
            <li key={id}>
              <span className="billing-icon">
                <Icon name="id-card" />
              </span>
              <span className="billing-words">
                <b>{name}</b>
                <small>/{alias}</small>
              </span>
              <PlanBadge label={label} />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
