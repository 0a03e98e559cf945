import { useAccountSay } from '../../../../i18n/use-account-say.ts'
import { useSite } from '../../../../platform/use-site.ts'
import { Group } from '../../fields/group.tsx'
import { useEditor, useEditorState } from '../../use-editor.ts'
import { MessageField } from './message-field.tsx'

/** The words that go out with a shared card, and those that ask for a review. */
export function TextsSection() {
  const say = useAccountSay()
  const { publicUrl } = useSite()
  const { alias } = useEditor().facts
  const fullName = useEditorState(({ edited }) => edited.fullName || [edited.firstName, edited.lastName].filter(Boolean).join(' '))
  const link = `${publicUrl}/${alias}`
  const share = say('share.body', { name: fullName, link })
  return (
    <>
      <Group title={say('editor.texts.share')} lead={say('editor.texts.shareLead')}>
        <MessageField of="shareByEmailBody" label={say('editor.texts.byEmail')} usual={share} link={link} />
        <MessageField of="shareBySmsBody" label={say('editor.texts.bySms')} usual={share} link={link} isSms />
      </Group>
      <Group title={say('editor.texts.review')} lead={say('editor.texts.reviewLead')}>
        <MessageField of="reviewByEmailBody" label={say('editor.texts.byEmail')} usual={say('review.message')} />
        <MessageField of="reviewBySmsBody" label={say('editor.texts.bySms')} usual={say('review.message')} isSms isReview />
      </Group>
    </>
  )
}
