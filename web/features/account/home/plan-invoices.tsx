import { useTranslate } from '../../../i18n/use-translate.ts'
import { SettingLink, SettingRow } from '../../../ui/list/settings.tsx'
import { Tag } from '../../../ui/status/badge.tsx'
import type { InvoiceView } from './subscription-view.ts'

/** Invoices, newest first, each with a link to its receipt. */
export function PlanInvoices({ invoices }: { invoices: readonly InvoiceView[] | null }) {
  const t = useTranslate()
  if (invoices === null)
    return (
      <p className="ui-setting" role="alert">
        {t('subscription.invoicesUnknown')}
      </p>
    )
  if (invoices.length === 0) return <p className="ui-setting">{t('subscription.invoicesNone')}</p>
  return invoices.map((invoice) => <Invoice key={invoice.id} invoice={invoice} />)
}

const kinds = { open: 'warn', paid: 'ok', void: 'quiet', uncollectible: 'bad' } as const

function Invoice({ invoice: { number, day, amount, refunded, state, href } }: { invoice: InvoiceView }) {
  const t = useTranslate()
  const words = { title: day, note: <bdi dir="ltr">{number}</bdi> }
  const end = (
    <>
      <span>
        {amount}
        {refunded && <small className="ui-note"> {t('subscription.refunded', { amount: refunded })}</small>}
      </span>
      <Tag kind={kinds[state]}>{t(`subscription.invoice.${state}`)}</Tag>
    </>
  )
  if (!href) return <SettingRow {...words}>{end}</SettingRow>
  return (
    <SettingLink {...words} isDocument href={href} target="_blank" rel="noreferrer">
      {end}
      <span className="sr-only">{t('subscription.receipt')}</span>
    </SettingLink>
  )
}
