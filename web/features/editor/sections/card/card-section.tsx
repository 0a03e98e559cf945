import { languages, languageTable } from '#contract/languages.ts'
import { experiments, type Experiment } from '#contract/cards/drawing.ts'
import { useAccountSay } from '../../../../i18n/use-account-say.ts'
import { LaterIcon as Icon } from '../../../../ui/icons/later-icon.tsx'
import { FieldShell } from '../../fields/field-shell.tsx'
import { Group } from '../../fields/group.tsx'
import { TextField } from '../../fields/text-field.tsx'
import { Toggle, ToggleField } from '../../fields/toggle.tsx'
import { useDraft, useEditor } from '../../use-editor.ts'
import { CaptureFields } from './capture-fields.tsx'

const forTesting = new Set<Experiment>(['DebugClientConnect', 'DebugTour', 'DebugLogs'])

/** The card as a whole: on or off, its language, who may leave their details, what is tried out on it. */
export function CardSection() {
  const say = useAccountSay()
  const { isDisabled } = useEditor().facts
  const [language, setLanguage] = useDraft('language')
  return (
    <>
      {isDisabled && (
        <p className="editor-note bad">
          <Icon name="circle-alert" /> {say('editor.card.takenDown')}
        </p>
      )}
      <Group title={say('editor.card.state')} isRows>
        <ToggleField of="eCardEnabled" label={say('editor.card.enabled')} more={say('editor.card.enabledMore')} />
      </Group>
      <CaptureFields />
      <Group title={say('editor.card.language')}>
        <FieldShell label={say('editor.card.languageOf')} hint={say('editor.card.languageHint')}>
          {(marks) => (
            <select {...marks} value={language} onChange={({ target }) => setLanguage(target.value)}>
              <option value="">{say('editor.card.readers')}</option>
              {languages.map((tag) => (
                <option key={tag} value={tag} lang={tag}>
                  {languageTable[tag].name}
                </option>
              ))}
            </select>
          )}
        </FieldShell>
        <TextField of="tags" label={say('editor.card.tags')} hint={say('editor.card.tagsHint')} />
      </Group>
      <Group title={say('editor.card.trial')} lead={say('editor.card.trialLead')} isRows>
        {experiments.flatMap((name) => (forTesting.has(name) ? [] : [<ExperimentToggle key={name} name={name} />]))}
        <ToggleField of="settings.skipLoginPrompt" label={say('editor.card.skipLogin')} more={say('editor.card.skipLoginMore')} />
      </Group>
      <details className="editor-details">
        <summary>
          {say('editor.card.testing')}
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
  const say = useAccountSay()
  const [kept, set] = useDraft('experiments')
  const isOn = kept.some((one) => one.name === name && one.enabled)
  const choose = (enabled: boolean) => set([...kept.filter((one) => one.name !== name), { name, enabled }])
  return <Toggle label={say(`editor.try.${name}`)} more={forTesting.has(name) ? name : undefined} isOn={isOn} choose={choose} />
}
