import { useRef } from 'react'
import { joined } from '#common/text/full-name.ts'
import { useTranslate } from '../../../../i18n/use-translate.ts'
import { replaceLink } from '../../../../platform/sharing.ts'
import { Button } from '../../../../ui/button/button.tsx'
import { useSite } from '../../../../platform/use-site.ts'
import { Group } from '../../fields/group.tsx'
import { TextField, type TextKey } from '../../fields/text-field.tsx'
import { useDraft, useEditor, useEditorState } from '../../use-editor.ts'

/** Messages for sharing the card and asking for reviews. */
export function TextsSection() {
  const t = useTranslate()
  const { publicUrl } = useSite()
  const { alias } = useEditor().facts
  const fullName = useEditorState(({ edited }) => edited.fullName || joined(edited.firstName, edited.lastName))
  const link = `${publicUrl}/${alias}`
  const share = t('share.body', { name: fullName, link })
  return (
    <>
      <Group title={t('editor.texts.share')} lead={t('editor.texts.shareLead')}>
        <MessageField of="shareByEmailBody" label={t('editor.texts.byEmail')} standardText={share} link={link} />
        <MessageField of="shareBySmsBody" label={t('editor.texts.bySms')} standardText={share} link={link} isSms />
      </Group>
      <Group title={t('editor.texts.review')} lead={t('editor.texts.reviewLead')}>
        <MessageField of="reviewByEmailBody" label={t('editor.texts.byEmail')} standardText={t('review.message')} />
        <MessageField of="reviewBySmsBody" label={t('editor.texts.bySms')} standardText={t('review.message')} isSms isReview />
        <HonestText />
      </Group>
    </>
  )
}

/** Review sites and the law want honest reviews: offers a neutral text for the messages that have no own one. */
function HonestText() {
  const t = useTranslate()
  const place = useRef<HTMLDivElement>(null)
  const messages = [useDraft('reviewByEmailBody'), useDraft('reviewBySmsBody')]
  const unwritten = messages.filter(([typed]) => typed.trim() === '')
  const text = t('editor.texts.honestText')
  function fill() {
    const first = messages.findIndex(([typed]) => typed.trim() === '')
    for (const [, set] of unwritten) set(text)
    // The button goes with the offer.
    place.current?.closest('.group')?.querySelectorAll('textarea')[first]?.focus()
  }
  return (
    <div ref={place} className="message-field wide">
      <p className="ui-note">{t('editor.texts.honest')}</p>
      {unwritten.length > 0 && (
        <>
          <blockquote dir="auto">{text}</blockquote>
          <Button size="small" onClick={fill}>
            {t('editor.texts.honestUse')}
          </Button>
        </>
      )}
    </div>
  )
}

type Props = { of: TextKey; label: string; standardText: string; link?: string; isSms?: boolean; isReview?: boolean }

/** A message with its preview. */
function MessageField({ of, label, standardText, link = '', isSms = false, isReview = false }: Props) {
  const t = useTranslate()
  const [typed] = useDraft(of)
  const own = typed.trim()
  const whole = own === '' ? standardText : link === '' || own.includes(link) ? own : `${own} ${link}`
  const shared = link === '' ? whole : replaceLink(whole, link, `${link}?source=share`)
  const sent = isReview ? shared.replaceAll('&', '') : shared
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
        {isReview && typed.includes('&') && <p className="ui-note">{t('editor.texts.noAmpersand')}</p>}
      </figure>
    </div>
  )
}

/** Characters of the GSM 7-bit alphabet; any other character switches the whole SMS to 16 bits. */
const plain = /^[\n\r !"#$%&'()*+,\-./0-9:;<=>?@A-Z_a-z¡£¤¥§¿ÄÅÆÉÑÖØÜßàäåæèéìñòöøùüΔΦΓΛΩΠΨΣΘΞ^{}\\[\]~|€]*$/
const sizes = { plain: { alone: 160, joined: 153 }, wide: { alone: 70, joined: 67 } } as const

/** The number of SMS parts of a text, and the characters left in the last one. */
export function smsParts(text: string): { count: number; left: number } {
  const { alone, joined } = plain.test(text) ? sizes.plain : sizes.wide
  if (text.length <= alone) return { count: 1, left: alone - text.length }
  const count = Math.ceil(text.length / joined)
  return { count, left: count * joined - text.length }
}
