import { takenKinds } from '#contract/admin/abuse-choices.ts'
import { useTranslate } from '../../../i18n/use-translate.ts'
import { LaterIcon as Icon } from '../../../ui/icons/later-icon.tsx'
import { DeskField } from '../desk-field.tsx'
import type { DeskTrouble } from './views.ts'

/** One thing of a card: a link, a review, a picture. */
export function TakeAway({ trouble }: { trouble: DeskTrouble | null }) {
  const t = useTranslate()
  const isTried = ['away', 'back'].includes(trouble?.typed['intent'] ?? '')
  const typed = isTried ? trouble?.typed : undefined
  return (
    <details className="desk-remove" open={isTried}>
      <summary>
        <Icon name="circle-alert" />
        {t('operator.takeAway')}
      </summary>
      <form method="post">
        <p>{t('operator.takeAwayLead')}</p>
        <DeskField label={t('operator.takenKind')}>
          {(around) => (
            <select {...around} name="kind" defaultValue={typed?.['kind']}>
              {takenKinds.map((kind) => (
                <option key={kind} value={kind}>
                  {t(`operator.taken.${kind}`)}
                </option>
              ))}
            </select>
          )}
        </DeskField>
        <DeskField label={t('operator.takenWhat')} fault={isTried ? trouble?.faults['what'] : undefined}>
          {(around) => (
            <input {...around} name="what" defaultValue={typed?.['what']} maxLength={200} required spellCheck={false} dir="ltr" />
          )}
        </DeskField>
        <DeskField label={t('operator.reason')} hint={t('operator.reasonHint')} fault={isTried ? trouble?.faults['reason'] : undefined}>
          {(around) => <input {...around} name="reason" defaultValue={typed?.['reason']} maxLength={300} dir="auto" />}
        </DeskField>
        <button className="btn bad" type="submit" name="intent" value="away">
          {t('operator.takeAway')}
        </button>
        <button className="btn outline" type="submit" name="intent" value="back">
          {t('operator.putBack')}
        </button>
      </form>
    </details>
  )
}
