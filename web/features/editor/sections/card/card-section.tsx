import { useState } from 'react'
import { languages, languageTable } from '#contract/languages.ts'
import { experiments, type Experiment } from '#contract/cards/drawing.ts'
import { captureDelay, captureDelayMaxSeconds } from '#contract/constants.ts'
import { useTranslate } from '../../../../i18n/use-translate.ts'
import { Icon } from '../../../../ui/icons/icon.tsx'
import { SelectField } from '../../../../ui/field/select-field.tsx'
import { FieldShell } from '../../fields/field-shell.tsx'
import { Group } from '../../fields/group.tsx'
import { ProNote } from '../../fields/pro-note.tsx'
import { TextField, TextInput } from '../../fields/text-field.tsx'
import { Toggle, ToggleField } from '../../fields/toggle.tsx'
import { useDraft, useEditor, useIssue } from '../../use-editor.ts'

const forTesting = new Set<Experiment>(['DebugClientConnect', 'DebugTour', 'DebugLogs'])

/** Settings of the whole card: on or off, language, contact form, experiments. */
export function CardSection() {
  const t = useTranslate()
  const { isDisabled } = useEditor().facts
  const [language, setLanguage] = useDraft('language')
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
      <CaptureFields />
      <Group title={t('editor.card.language')}>
        <div className="field">
          <SelectField
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
        <TextField of="tags" label={t('editor.card.tags')} hint={t('editor.card.tagsHint')} />
      </Group>
      <Group title={t('editor.card.trial')} lead={t('editor.card.trialLead')} isRows>
        {experiments.flatMap((name) => (forTesting.has(name) ? [] : [<ExperimentToggle key={name} name={name} />]))}
        <ToggleField of="settings.skipLoginPrompt" label={t('editor.card.skipLogin')} more={t('editor.card.skipLoginMore')} />
      </Group>
      <details className="ui-more">
        <summary>
          {t('editor.card.testing')}
          <Icon name="chevron-down" />
        </summary>
        <div className="rows">
          {experiments.flatMap((name) => (forTesting.has(name) ? [<ExperimentToggle key={name} name={name} />] : []))}
        </div>
      </details>
    </>
  )
}

function ExperimentToggle({ name }: { name: Experiment }) {
  const t = useTranslate()
  const [saved, set] = useDraft('experiments')
  const isOn = saved.some((one) => one.name === name && one.enabled)
  const choose = (enabled: boolean) => set([...saved.filter((one) => one.name !== name), { name, enabled }])
  return <Toggle label={t(`editor.try.${name}`)} more={forTesting.has(name) ? name : undefined} isOn={isOn} choose={choose} />
}

/** The contact form: whether and when it opens, and the labels of its contacts. */
function CaptureFields() {
  const t = useTranslate()
  const [capture, set] = useDraft('settings.connectClientsSetting')
  const { enabled = true, desktopEnabled = true, timeout = captureDelay.defaultSeconds, applyTags = '' } = capture
  const issue = useIssue('settings.connectClientsSetting.timeout')
  // An empty field stays empty while another number is typed.
  const [typed, type] = useState(String(timeout))
  const seconds = secondsOf(typed) === timeout ? typed : String(timeout)
  return (
    <>
      <Group title={t('editor.capture')} isRows>
        <Toggle
          label={t('editor.capture.enabled')}
          more={t('editor.capture.enabledMore')}
          isOn={enabled}
          choose={(isOn) => set({ ...capture, enabled: isOn })}
        />
        <Toggle label={t('editor.capture.desktop')} isOn={desktopEnabled} choose={(isOn) => set({ ...capture, desktopEnabled: isOn })} />
      </Group>
      <Group title={t('editor.capture.how')}>
        <FieldShell label={t('editor.capture.timeout')} hint={t('editor.capture.timeoutHint')} issue={issue}>
          {(marks) => (
            <input
              {...marks}
              type="number"
              min={0}
              max={captureDelayMaxSeconds}
              inputMode="numeric"
              value={seconds}
              onChange={({ target }) => {
                type(target.value)
                set({ ...capture, timeout: secondsOf(target.value) })
              }}
            />
          )}
        </FieldShell>
        <TextInput
          label={t('editor.capture.labels')}
          hint={t('editor.capture.labelsHint')}
          value={applyTags}
          change={(text) => set({ ...capture, applyTags: text })}
          max={1200}
          isWide
        />
        <ProNote permission="ConnectedClientLabels" />
      </Group>
    </>
  )
}

const secondsOf = (typed: string) => Math.min(captureDelayMaxSeconds, Math.max(0, Math.round(Number(typed)) || 0))
