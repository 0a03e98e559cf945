import { useTranslate } from '../../../../i18n/use-translate.ts'
import { DeskField } from '../../desk-field.tsx'

/** What was given back of an invoice: all that is left of it, or a part. */
export function RefundForm({ id, number, submissionId }: { id: string; number: string; submissionId: string }) {
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
