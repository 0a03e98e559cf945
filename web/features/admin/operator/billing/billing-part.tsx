import { useTranslate } from '../../../../i18n/use-translate.ts'
import { LaterIcon as Icon } from '../../../../ui/icons/later-icon.tsx'
import { DeskField } from '../../desk-field.tsx'
import { BillForms } from './bill-forms.tsx'
import type { BillingView } from './billing-view.ts'
import { EventRows } from './event-rows.tsx'
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

/** What was given back of an invoice: all that is left of it, or a part. */
function RefundForm({ id, number, submissionId }: { id: string; number: string; submissionId: string }) {
  const t = useTranslate()
  return (
    <details className="desk-remove">
      <summary>
        {t('deskBilling.act.refund')} <span className="sr-only">{number}</span>
      </summary>
      <form method="post">
        <input type="hidden" name="submissionId" value={submissionId} />
        <input type="hidden" name="invoice" value={id} />
        <p>{t('deskBilling.sure.refund')}</p>
        <DeskField label={t('deskBilling.amount')} hint={t('deskBilling.refundHint')}>
          {(around) => <input {...around} name="amount" inputMode="decimal" maxLength={12} dir="ltr" />}
        </DeskField>
        <input type="hidden" name="intent" value="bill" />
        <button className="btn bad" type="submit" name="act" value="refund">
          {t('deskBilling.act.refund')}
        </button>
      </form>
    </details>
  )
}
