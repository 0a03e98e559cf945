import type { SubscriptionListItem } from '#contract/billing/billing.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import { LaterIcon as Icon } from '../../ui/icons/later-icon.tsx'
import { PlanBadge } from './plan-badge.tsx'

/** What one has subscribed to, card by card. */
export function SubscriptionList({ subscriptions }: { subscriptions: readonly SubscriptionListItem[] | null }) {
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
