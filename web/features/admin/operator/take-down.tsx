import { useTranslate } from '../../../i18n/use-translate.ts'
import { LaterIcon as Icon } from '../../../ui/icons/later-icon.tsx'
import { DeskField } from '../desk-field.tsx'
import type { AnyCardView, DeskTrouble } from './views.ts'

/** Taking a card down is opened first, then told why, then pressed. Putting it up again is one press. */
export function TakeDown({ card: { isDisabled, reason }, trouble }: { card: AnyCardView; trouble: DeskTrouble | null }) {
  const t = useTranslate()
  if (isDisabled)
    return (
      <form className="op-down" method="post">
        <p dir="auto">{reason ? t('operator.downBecause', { reason }) : t('operator.isDown')}</p>
        <button className="btn outline" type="submit" name="intent" value="up">
          {t('operator.putUp')}
        </button>
      </form>
    )
  return (
    <details className="desk-remove" open={trouble?.typed['intent'] === 'down'}>
      <summary>
        <Icon name="circle-alert" />
        {t('operator.takeDown')}
      </summary>
      <form method="post">
        <p>{t('operator.takeDownSentence')}</p>
        <DeskField label={t('operator.reason')} hint={t('operator.reasonHint')} fault={trouble?.faults['reason']}>
          {(around) => <input {...around} name="reason" maxLength={300} required dir="auto" />}
        </DeskField>
        <button className="btn bad" type="submit" name="intent" value="down">
          {t('operator.takeDown')}
        </button>
      </form>
    </details>
  )
}
