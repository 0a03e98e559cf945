import { beginningOf } from '#common/text/beginning-of.ts'
import { plainText } from '#common/text/bio.ts'
import { joined } from '#common/text/full-name.ts'
import { useTranslate } from '../../../../i18n/use-translate.ts'
import { useSite } from '../../../../platform/use-site.ts'
import { Group } from '../../fields/group.tsx'
import { TextField } from '../../fields/text-field.tsx'
import { ToggleField } from '../../fields/toggle.tsx'
import { useEditor, useEditorState } from '../../use-editor.ts'

/** What search engines show of the card, and analytics IDs. */
export function SearchSection() {
  const t = useTranslate()
  return (
    <>
      <Group title={t('editor.search.found')} isRows>
        <ToggleField of="isListed" label={t('editor.search.isListed')} more={t('editor.search.isListedMore')} />
      </Group>
      <Group title={t('editor.search.words')}>
        <Result />
        <TextField
          of="digitalBusinessCardMetaDescription"
          label={t('editor.search.description')}
          hint={t('editor.search.descriptionHint')}
          rows={3}
          max={400}
        />
        <TextField
          of="digitalBusinessCardMetaKeywords"
          label={t('editor.search.keywords')}
          hint={t('editor.search.keywordsHint')}
          max={400}
          isWide
        />
      </Group>
      <Group title={t('editor.search.measure')} lead={t('editor.search.measureLead')}>
        <TextField of="eCardGoogleAnalyticsUID" label={t('editor.search.google')} hint="G-XXXXXXX" max={30} />
        <TextField of="eCardFacebookPixelId" label={t('editor.search.pixel')} hint={t('editor.search.pixelHint')} max={20} />
      </Group>
    </>
  )
}

const visibleLength = 155

/** A preview of the search result. */
function Result() {
  const t = useTranslate()
  const { publicUrl } = useSite()
  const { alias } = useEditor().facts
  const edited = useEditorState((state) => state.edited)
  const { title, companyName, digitalBusinessCardMetaDescription: own, bio } = edited
  const name = edited.fullName || joined(edited.firstName, edited.lastName)
  const description = own.trim() || plainText(bio).trim() || [title, companyName].filter(Boolean).join(', ')
  return (
    <figure className="ui-panel padded search-result wide">
      <figcaption className="sr-only">{t('editor.search.result')}</figcaption>
      <small dir="ltr">{`${publicUrl.replace(/^https?:\/\//, '')}/${alias}`}</small>
      <b dir="auto">{[name, title].filter(Boolean).join(' | ')}</b>
      <p className="ui-note" dir="auto">
        {description.length > visibleLength ? `${beginningOf(description, visibleLength)}…` : description}
      </p>
    </figure>
  )
}
