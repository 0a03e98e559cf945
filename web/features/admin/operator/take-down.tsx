import { useAccountSay } from '../../../i18n/use-account-say.ts'
import { LaterIcon as Icon } from '../../../ui/icons/later-icon.tsx'
import { DeskField } from '../desk-field.tsx'
import type { AnyCardView, DeskTrouble } from './views.ts'

/** Taking a card down is opened first, then told why, then pressed. Putting it up again is one press. */
export function TakeDown({ card: { isDisabled, reason }, trouble }: { card: AnyCardView; trouble: DeskTrouble | null }) {
  const say = useAccountSay()
  if (isDisabled)
    return (
      <form className="op-down" method="post">
        <p dir="auto">{reason ? say('operator.downBecause', { reason }) : say('operator.isDown')}</p>
        <button className="btn outline" type="submit" name="intent" value="up">
          {say('operator.putUp')}
        </button>
      </form>
    )
  return (
    <details className="desk-remove" open={trouble?.typed['intent'] === 'down'}>
      <summary>
        <Icon name="circle-alert" />
        {say('operator.takeDown')}
      </summary>
      <form method="post">
        <p>{say('operator.takeDownSentence')}</p>
        <DeskField label={say('operator.reason')} hint={say('operator.reasonHint')} fault={trouble?.faults['reason']}>
          {(around) => <input {...around} name="reason" maxLength={300} required dir="auto" />}
        </DeskField>
        <button className="btn bad" type="submit" name="intent" value="down">
          {say('operator.takeDown')}
        </button>
      </form>
    </details>
  )
}
