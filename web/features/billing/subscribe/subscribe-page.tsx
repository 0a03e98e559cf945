import type { PlanLabel } from '#contract/billing/plan-label.ts'
import { useTranslate } from '../../../i18n/use-translate.ts'
import { BillingStyle } from '../billing-style.tsx'
import { PlanBadge } from '../plan-badge.tsx'
import { SubscribeForm } from './subscribe-form.tsx'
import type { SubscribeSent, SubscribeView } from './subscribe-view.ts'

type Props = { view: SubscribeView; sent: SubscribeSent | null; label: PlanLabel; daysLeft: number }

/** The form as a page of its own, with how the plan stands beside its name. */
export function SubscribePage({ view, sent, label, daysLeft }: Props) {
  const t = useTranslate()
  return (
    <div className="billing wide">
      <BillingStyle />
      <div className="billing-head">
        <h1>{t('subscribe.title')}</h1>
        <PlanBadge label={label} daysLeft={daysLeft} />
      </div>
      <SubscribeForm view={view} sent={sent} />
    </div>
  )
}
