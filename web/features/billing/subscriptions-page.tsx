import type { SubscriptionListItem } from '#contract/billing/billing.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import { ButtonLink } from '../../ui/button/button.tsx'
import { Settings, SettingWords } from '../../ui/list/settings.tsx'
import { Banner } from '../../ui/page/banner.tsx'
import { Cluster, Stack } from '../../ui/page/layout.tsx'
import { PageHeader } from '../../ui/page/page-header.tsx'
import type { BillingView } from './billing-view.ts'
import { PlanBadge } from './plan-badge.tsx'
import { PlanFeatures } from './plan-features.tsx'
import { PlanPanel } from './plan-panel.tsx'

/** The state of the plan, the subscriptions, and what PRO includes. */
export function SubscriptionsPage({ view }: { view: BillingView }) {
  const t = useTranslate()
  const { plan, order, subscriptions } = view
  return (
    <Stack isNarrow>
      <PageHeader title={t('plan.title')} />
      {/* Rendered before it has content, so that changes in it are announced. */}
      <div role="status">
        {order !== 'none' && (
          <Banner kind="info">
            {t(order === 'paying' ? 'billing.paying' : plan.paidBy === 'provider' ? 'billing.orderOpen' : 'billing.orderRequested')}
          </Banner>
        )}
      </div>
      <PlanPanel plan={plan} act={view.act} />
      <SubscriptionList subscriptions={subscriptions} />
      <Settings title={t('subscription.pro')}>
        <div className="ui-setting">
          <PlanFeatures />
        </div>
      </Settings>
      <Cluster>
        <ButtonLink isDocument href={view.manageHref}>
          {t('billing.manage')}
        </ButtonLink>
      </Cluster>
    </Stack>
  )
}

/** The account's subscriptions, by card. */
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
