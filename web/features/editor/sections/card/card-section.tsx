import { languages, languageTable } from '#contract/languages.ts'
import { captureDelay } from '#contract/constants.ts'
import { ownerHref } from '#contract/pages.ts'
import { useTranslate } from '../../../../i18n/use-translate.ts'
import { Icon } from '../../../../ui/icons/icon.tsx'
import { SelectField } from '../../../../ui/field/select-field.tsx'
import { List, ListRow } from '../../../../ui/list/list.tsx'
import { Group } from '../../fields/group.tsx'
import { TextField } from '../../fields/text-field.tsx'
import { ExperimentToggle, ToggleField } from '../../fields/toggle.tsx'
import { anchorOf } from '../../sections.ts'
import { useDraft, useEditor, useEditorState } from '../../use-editor.ts'

/** Settings of the whole card: on or off, contact form, language, what it offers. */
export function CardSection() {
  const t = useTranslate()
  const { isDisabled } = useEditor().facts
  return (
    <>
      {isDisabled && (
        <p className="editor-note bad">
          <Icon name="circle-alert" /> {t('editor.card.takenDown')}
        </p>
      )}
      <Group title={t('editor.card.state')} isRows>
        <ToggleField of="eCardEnabled" label={t('editor.card.enabled')} more={t('editor.card.enabledMore')} />
      </Group>
      <Capture />
      <Group title={t('editor.card.features')} isRows>
        {/* Short links are among the links; administrators turn on the other experiments. */}
        <ExperimentToggle name="NotificationsSubscribe" label={t('editor.try.NotificationsSubscribe')} />
        <ToggleField of="settings.skipLoginPrompt" label={t('editor.card.skipLogin')} more={t('editor.card.skipLoginMore')} />
        <ExperimentToggle
          name="EnableTranslations"
          label={t('editor.try.EnableTranslations')}
          more={t('editor.try.EnableTranslationsMore')}
        />
      </Group>
      <Group title={t('editor.card.language')}>
        <Language />
        <TextField of="tags" label={t('editor.card.tags')} hint={t('editor.card.tagsHint')} />
      </Group>
    </>
  )
}

/** The contact form is set in My Account, without a draft. */
function Capture() {
  const t = useTranslate()
  const { alias } = useEditor().facts
  const { enabled = true, timeout = captureDelay.defaultSeconds } = useEditorState(
    ({ published }) => published['settings.connectClientsSetting'],
  )
  const when =
    timeout <= captureDelay.leastSeconds ? t('account.captureAtOnce') : t('account.captureAskMore', { seconds: timeout, count: timeout })
  return (
    <Group title={t('editor.capture')}>
      <div className="wide">
        <List isWrapped>
          <ListRow
            lead={<Icon name="hand" />}
            title={t('editor.capture.change')}
            note={enabled ? when : t('editor.capture.off')}
            href={`${ownerHref(alias, 'myAccount')}#capture`}
          />
        </List>
      </div>
    </Group>
  )
}

function Language() {
  const t = useTranslate()
  const [language, setLanguage] = useDraft('language')
  return (
    <div className="field">
      <SelectField
        id={anchorOf('language')}
        label={t('editor.card.languageOf')}
        hint={t('editor.card.languageHint')}
        value={language}
        onChange={({ target }) => setLanguage(target.value)}
      >
        <option value="">{t('editor.card.readers')}</option>
        {languages.map((tag) => (
          <option key={tag} value={tag} lang={tag}>
            {languageTable[tag].name}
          </option>
        ))}
      </SelectField>
    </div>
  )
}
