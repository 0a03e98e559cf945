import type { SubscriptionListItem } from '#contract/billing/billing.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import { ButtonLink } from '../../ui/button/button.tsx'
import { Settings, SettingWords } from '../../ui/list/settings.tsx'
import { Banner } from '../../ui/page/banner.tsx'
import { PageHeader } from '../../ui/page/page-header.tsx'
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
      <PageHeader title={t('plan.title')} />
      {/* There before it is needed: what changes in it is heard. */}
      <div role="status">
        {order !== 'none' && (
          <Banner kind="info">
            {t(order === 'paying' ? 'billing.paying' : plan.paidBy === 'provider' ? 'billing.orderOpen' : 'billing.orderAsked')}
          </Banner>
        )}
      </div>
      <PlanPanel plan={plan} act={view.act} />
      <SubscriptionList subscriptions={subscriptions} />
      <Settings title={t(isOpen ? 'billing.keepsOpen' : 'subscription.pro')}>
        <div className="ui-setting">
          <PlanFeatures />
        </div>
      </Settings>
      <div className="billing-more">
        <ButtonLink isDocument href={view.manageHref}>
          {t('billing.manage')}
        </ButtonLink>
      </div>
    </div>
  )
}

/** What one has subscribed to, card by card. */
function SubscriptionList({ subscriptions }: { subscriptions: readonly SubscriptionListItem[] | null }) {
  const t = useTranslate()
  return (
    <Settings title={t('billing.yours')}>
      {!subscriptions && <p className="ui-setting">{t('billing.unread')}</p>}
      {subscriptions?.length === 0 && <p className="ui-setting">{t('billing.none')}</p>}
      {subscriptions && subscriptions.length > 0 && (
        <ul>
          {subscriptions.map(({ subscription_id: id, name, alias, label }) => (
            <li key={id} className="ui-setting">
              <SettingWords icon="id-card" title={name} note={`/${alias}`} />
              <PlanBadge label={label} />
            </li>
          ))}
        </ul>
      )}
    </Settings>
  )
}
