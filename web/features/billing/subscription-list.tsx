import type { SubscriptionListItem } from '#contract/billing/billing.ts'
import { useAccountSay } from '../../i18n/use-account-say.ts'
import { LaterIcon as Icon } from '../../ui/icons/later-icon.tsx'
import { PlanBadge } from './plan-badge.tsx'

/** What one has subscribed to, card by card. */
export function SubscriptionList({ subscriptions }: { subscriptions: readonly SubscriptionListItem[] | null }) {
  const say = useAccountSay()
  return (
    <section className="billing-list" aria-labelledby="subscriptions-title">
      <h2 id="subscriptions-title">{say('billing.yours')}</h2>
      {!subscriptions && <p className="billing-told wait">{say('billing.unread')}</p>}
      {subscriptions?.length === 0 && <p className="billing-told wait">{say('billing.none')}</p>}
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
