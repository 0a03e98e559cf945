import { useTranslate } from '../../../../i18n/use-translate.ts'
import { useSite } from '../../../../platform/use-site.ts'
import { Group } from '../../fields/group.tsx'
import { useEditor, useEditorState } from '../../use-editor.ts'
import { MessageField } from './message-field.tsx'

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
