import { useTranslate } from '../../../i18n/use-translate.ts'
import { Icon } from '../../../ui/icons/icon.tsx'
import type { InvoiceView } from './subscription-view.ts'

/** What was charged, newest first. Each opens its receipt. */
export function PlanInvoices({ invoices }: { invoices: readonly InvoiceView[] | null }) {
  const t = useTranslate()
  if (invoices === null) return <p role="alert">{t('subscription.invoicesUnknown')}</p>
  if (invoices.length === 0) return <p>{t('subscription.invoicesNone')}</p>
  return (
    <ul className="plan-invoices">
      {invoices.map((invoice) => (
        <li key={invoice.id}>
          <Line invoice={invoice} />
        </li>
      ))}
    </ul>
  )
}

function Line({ invoice: { number, day, amount, refunded, state, href } }: { invoice: InvoiceView }) {
  const t = useTranslate()
  const said = (
    <>
      <span className="plan-invoice">
        <b>{day}</b>
        <small dir="ltr">{number}</small>
      </span>
      <span className="plan-amount">
        <b>{amount}</b>
        {refunded && <small>{t('subscription.refunded', { amount: refunded })}</small>}
      </span>
      <span className={`badge ${badges[state]}`}>{t(`subscription.invoice.${state}`)}</span>
    </>
  )
  if (!href) return <span className="plan-line">{said}</span>
  return (
    <a className="plan-line" href={href} target="_blank" rel="noreferrer">
      {said}
      <Icon name="external-link" />
      <span className="sr-only">{t('subscription.receipt')}</span>
    </a>
  )
}

const badges = { open: 'trial', paid: 'ok', void: 'free', uncollectible: 'bad' } as const
