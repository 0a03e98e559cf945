import { useTranslate } from '../../../../i18n/use-translate.ts'
import { useSite } from '../../../../platform/use-site.ts'
import { Group } from '../../fields/group.tsx'
import { TextField, type TextKey } from '../../fields/text-field.tsx'
import { useDraft, useEditor, useEditorState } from '../../use-editor.ts'

/** The words that go out with a shared card, and those that ask for a review. */
export function TextsSection() {
  const t = useTranslate()
  const { publicUrl } = useSite()
  const { alias } = useEditor().facts
  const fullName = useEditorState(({ edited }) => edited.fullName || [edited.firstName, edited.lastName].filter(Boolean).join(' '))
  const link = `${publicUrl}/${alias}`
  const share = t('share.body', { name: fullName, link })
  return (
    <>
      <Group title={t('editor.texts.share')} lead={t('editor.texts.shareLead')}>
        <MessageField of="shareByEmailBody" label={t('editor.texts.byEmail')} usual={share} link={link} />
        <MessageField of="shareBySmsBody" label={t('editor.texts.bySms')} usual={share} link={link} isSms />
      </Group>
      <Group title={t('editor.texts.review')} lead={t('editor.texts.reviewLead')}>
        <MessageField of="reviewByEmailBody" label={t('editor.texts.byEmail')} usual={t('review.message')} />
        <MessageField of="reviewBySmsBody" label={t('editor.texts.bySms')} usual={t('review.message')} isSms isReview />
      </Group>
    </>
  )
}

type Props = { of: TextKey; label: string; usual: string; link?: string; isSms?: boolean; isReview?: boolean }

/** A message, and how it arrives. */
function MessageField({ of, label, usual, link = '', isSms = false, isReview = false }: Props) {
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
