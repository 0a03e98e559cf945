import { useTranslate } from '../../../i18n/use-translate.ts'
import { AccountIcon as Icon } from '../../../ui/icons/account-icon.tsx'
import type { PlanTold, SubscriptionView } from './subscription-view.ts'

/** What became of the last button, and of what was asked for before. */
export function PlanTellings({ view: { order, paidBy }, told }: { view: SubscriptionView; told: PlanTold | null }) {
  const t = useTranslate()
  const href = told?.href
  return (
    <>
      {told && (
        <p className={told.isBad ? 'plan-told bad' : 'plan-told'} role={told.isBad ? 'alert' : 'status'}>
          <Icon name={told.isBad ? 'circle-alert' : 'check'} />
          <span>
            {told.text} {href && <a href={href}>{t('subscription.goOn')}</a>}
          </span>
        </p>
      )}
      {order === 'paying' && (
        <p className="plan-told wait" role="status">
          <Icon name="clock" />
          <span>
            <b>{t('subscription.processing')}</b> {t('subscription.processingMore')}
          </span>
        </p>
      )}
      {order === 'open' && (
        <p className="plan-told wait" role="status">
          <Icon name="clock" />
          <span>
            <b>{t(paidBy === 'person' ? 'subscription.asked' : 'subscription.begun')}</b>{' '}
            {t(paidBy === 'person' ? 'subscription.askedMore' : 'subscription.begunMore')}
          </span>
        </p>
      )}
    </>
  )
}
