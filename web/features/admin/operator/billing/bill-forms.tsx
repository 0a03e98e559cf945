import type { ReactNode } from 'react'
import type { BillAct } from '#contract/admin/operator-choices.ts'
import { useTranslate } from '../../../../i18n/use-translate.ts'
import { DeskField } from '../../desk-field.tsx'
import type { BillingView } from './billing-view.ts'
import type { DeskTrouble } from '../views.ts'

type Props = { billing: BillingView; trouble: DeskTrouble | null }
const light = ['resume', 'card-good', 'card-expired', 'card-none'] as const satisfies BillAct[]
/** What takes something away is opened first, then read, then pressed. */
const serious = ['fail', 'unpaid', 'cancel', 'end', 'free'] as const satisfies BillAct[]

/** Everything that can be noted of a card as it stands. */
export function BillForms({ billing, trouble }: Props) {
  const t = useTranslate()
  const { acts, submissionId } = billing
  const can = (act: BillAct) => acts.includes(act)
  const form = (act: BillAct, fields: ReactNode, look = 'btn outline large') => (
    <form key={act} className="op-line" method="post">
      <Press submissionId={submissionId} />
      {fields}
      <button className={look} type="submit" name="act" value={act}>
        {t(`deskBilling.act.${act}`)}
      </button>
    </form>
  )
  return (
    <div className="op-bill">
      {can('pay') && form('pay', <PayFields billing={billing} trouble={trouble} />, 'btn door large')}
      {can('extend') && form('extend', <Days act="extend" trouble={trouble} />)}
      {can('trial') && form('trial', <Days act="trial" trouble={trouble} hint={t('deskBilling.trialHint')} />)}
      {light.some(can) && <div className="op-presses">{light.filter(can).map((act) => form(act, null, 'btn outline'))}</div>}
      {serious.filter(can).map((act) => (
        <details key={act} className="desk-remove">
          <summary>{t(`deskBilling.act.${act}`)}</summary>
          <form method="post">
            <Press submissionId={submissionId} />
            <p>{t(`deskBilling.sure.${act}`)}</p>
            <button className="btn bad" type="submit" name="act" value={act}>
              {t(`deskBilling.act.${act}`)}
            </button>
          </form>
        </details>
      ))}
    </div>
  )
}

function Press({ submissionId }: { submissionId: string }) {
  return (
    <>
      <input type="hidden" name="submissionId" value={submissionId} />
      <input type="hidden" name="intent" value="bill" />
    </>
  )
}

function PayFields({ billing: { plans, offer }, trouble }: Props) {
  const t = useTranslate()
  const typed = trouble?.typed['act'] === 'pay' ? trouble : null
  return (
    <>
      {plans.length > 1 && (
        <DeskField label={t('operator.plan')}>
          {(around) => (
            <select {...around} name="offer" defaultValue={typed?.typed['offer'] ?? offer}>
              {plans.map(({ code, name, price }) => (
                <option key={code} value={code}>
                  {[name, price].filter(Boolean).join(', ')}
                </option>
              ))}
            </select>
          )}
        </DeskField>
      )}
      <DeskField label={t('deskBilling.amount')} hint={t('deskBilling.payHint')} fault={typed?.faults['amount']}>
        {(around) => <input {...around} name="amount" defaultValue={typed?.typed['amount']} inputMode="decimal" maxLength={12} dir="ltr" />}
      </DeskField>
    </>
  )
}

function Days({ act, trouble, hint }: { act: BillAct; trouble: DeskTrouble | null; hint?: string }) {
  const t = useTranslate()
  const typed = trouble?.typed['act'] === act ? trouble : null
  return (
    <DeskField label={t(`deskBilling.days.${act === 'trial' ? 'trial' : 'extend'}`)} hint={hint} fault={typed?.faults['days']}>
      {(around) => (
        <input
          {...around}
          name="days"
          type="number"
          inputMode="numeric"
          min={1}
          max={3660}
          defaultValue={typed?.typed['days']}
          required={act === 'extend'}
        />
      )}
    </DeskField>
  )
}
