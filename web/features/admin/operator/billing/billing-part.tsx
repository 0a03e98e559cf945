import { useTranslate } from '../../../../i18n/use-translate.ts'
import { LaterIcon as Icon } from '../../../../ui/icons/later-icon.tsx'
import { BillForms } from './bill-forms.tsx'
import type { BillingView } from './billing-view.ts'
import { EventRows } from './event-rows.tsx'
import { RefundForm } from './refund-form.tsx'
import type { DeskTrouble } from '../views.ts'

/** How a card’s plan stands, what was charged and told, and what can be noted of it. */
export function BillingPart({ billing, trouble }: { billing: BillingView; trouble: DeskTrouble | null }) {
  const t = useTranslate()
  const { provider, facts, invoices, events, submissionId } = billing
  return (
    <>
      <dl className="op-facts">
        {facts.map(({ name, said }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd dir="auto">{said}</dd>
          </div>
        ))}
      </dl>
      {provider && (
        <p className="op-note desk-hint">
          <Icon name="circle-alert" /> {t('deskBilling.runBy', { provider })}
        </p>
      )}
      <BillForms billing={billing} trouble={trouble} />
      <h3 className="op-sub">{t('subscription.invoices')}</h3>
      {invoices.length === 0 && <p className="desk-hint">{t('deskBilling.invoicesNone')}</p>}
      <ul className="desk-rows plain">
        {invoices.map((invoice) => (
          <li key={invoice.id}>
            <span className="desk-words">
              <b>
                {invoice.href.startsWith('https:') ? (
                  <a href={invoice.href} rel="noreferrer" target="_blank">
                    {invoice.number}
                  </a>
                ) : (
                  invoice.number
                )}{' '}
                <span className="badge quiet">{invoice.state}</span>
              </b>
              <small>{[invoice.day, invoice.amount, invoice.refunded].filter(Boolean).join(' · ')}</small>
            </span>
            {invoice.isRefundable && <RefundForm id={invoice.id} number={invoice.number} submissionId={submissionId} />}
          </li>
        ))}
      </ul>
      {events.length > 0 && (
        <>
          <h3 className="op-sub">{t('deskBilling.events')}</h3>
          <EventRows events={events} isOfCard />
        </>
      )}
    </>
  )
}
