import { useAccountSay } from '../../../../i18n/use-account-say.ts'
import { TextField, type TextKey } from '../../fields/text-field.tsx'
import { useDraft } from '../../use-editor.ts'
import { smsParts } from './sms-parts.ts'

type Props = { of: TextKey; label: string; usual: string; link?: string; isSms?: boolean; isReview?: boolean }

/** A message, and how it arrives. */
export function MessageField({ of, label, usual, link = '', isSms = false, isReview = false }: Props) {
  const say = useAccountSay()
  const [typed] = useDraft(of)
  const own = typed.trim()
  const whole = own === '' ? usual : link === '' || own.includes(link) ? own : `${own} ${link}`
  const sent = isReview ? whole.replaceAll('&', '') : whole
  const { count, left } = smsParts(sent)
  return (
    <div className="message-field wide">
      <TextField
        of={of}
        label={label}
        rows={3}
        max={4000}
        hint={isSms ? say('editor.texts.parts', { count, left }) : say('editor.texts.usualHint')}
      />
      <figure>
        <figcaption>{say('editor.texts.arrives')}</figcaption>
        <blockquote dir="auto">{sent}</blockquote>
        {isReview && typed.includes('&') && <p className="hint">{say('editor.texts.noAmpersand')}</p>}
      </figure>
    </div>
  )
}
