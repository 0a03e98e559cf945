import { useTranslate } from '../../i18n/use-translate.ts'
import { OwnerIcon as Icon } from '../../ui/icons/owner-icon.tsx'

type Props = { summary: string; sentence: string; button: string; intent: string; action?: string }

/** Opened first, then pressed: nothing is removed by one press. Works without a script. */
export function DeskRemove({ summary, sentence, button, intent, action }: Props) {
  const t = useTranslate()
  return (
    <details className="desk-remove">
      <summary>
        <Icon name={intent === 'reset' ? 'refresh-cw' : 'trash-2'} />
        {summary}
      </summary>
      <form method="post" action={action}>
        <p>{sentence}</p>
        <button className="btn bad" type="submit" name="intent" value={intent} aria-label={`${button}. ${t('desk.final')}`}>
          {button}
        </button>
      </form>
    </details>
  )
}
