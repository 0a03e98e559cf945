import { useTranslate } from '../../../../i18n/use-translate.ts'
import { TextField, type TextKey } from '../../fields/text-field.tsx'
import { useDraft } from '../../use-editor.ts'

type Props = { of: TextKey; label: string; usual: string; link?: string; isSms?: boolean; isReview?: boolean }

/** A message, and how it arrives. */
export function MessageField({ of, label, usual, link = '', isSms = false, isReview = false }: Props) {
  const t = useTranslate()
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
        hint={isSms ? t('editor.texts.parts', { count, left }) : t('editor.texts.usualHint')}
      />
      <figure>
        <figcaption>{t('editor.texts.arrives')}</figcaption>
        <blockquote dir="auto">{sent}</blockquote>
        {isReview && typed.includes('&') && <p className="hint">{t('editor.texts.noAmpersand')}</p>}
      </figure>
    </div>
  )
}

/** Letters a short message carries in its seven-bit alphabet; one other letter, and every letter takes more room. */
const plain = /^[\n\r !"#$%&'()*+,\-./0-9:;<=>?@A-Z_a-z¡£¤¥§¿ÄÅÆÉÑÖØÜßàäåæèéìñòöøùüΔΦΓΛΩΠΨΣΘΞ^{}\\[\]~|€]*$/
const sizes = { plain: { alone: 160, joined: 153 }, wide: { alone: 70, joined: 67 } } as const

/** Into how many short messages a text is cut, and how many letters the last of them still takes. */
export function smsParts(text: string): { count: number; left: number } {
  const { alone, joined } = plain.test(text) ? sizes.plain : sizes.wide
  if (text.length <= alone) return { count: 1, left: alone - text.length }
  const count = Math.ceil(text.length / joined)
  return { count, left: count * joined - text.length }
}
