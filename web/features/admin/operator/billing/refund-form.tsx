import { useAccountSay } from '../../../../i18n/use-account-say.ts'
import { DeskField } from '../../desk-field.tsx'

/** What was given back of an invoice: all that is left of it, or a part. */
export function RefundForm({ id, number, submissionId }: { id: string; number: string; submissionId: string }) {
  const say = useAccountSay()
  return (
    <details className="desk-remove">
      <summary>
        {say('deskBilling.act.refund')} <span className="sr-only">{number}</span>
      </summary>
      <form method="post">
        <input type="hidden" name="submissionId" value={submissionId} />
        <input type="hidden" name="invoice" value={id} />
        <p>{say('deskBilling.sure.refund')}</p>
        <DeskField label={say('deskBilling.amount')} hint={say('deskBilling.refundHint')}>
          {(around) => <input {...around} name="amount" inputMode="decimal" maxLength={12} dir="ltr" />}
        </DeskField>
        <input type="hidden" name="intent" value="bill" />
        <button className="btn bad" type="submit" name="act" value="refund">
          {say('deskBilling.act.refund')}
        </button>
      </form>
    </details>
  )
}
