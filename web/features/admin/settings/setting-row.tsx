import { useEffect, useEffectEvent, useId, useRef } from 'react'
import type { AdminSetting } from '#contract/admin/admin.ts'
import type { MessageKey, Translate } from '#common/messages/message.ts'
import { useTranslate } from '../../../i18n/use-translate.ts'
import { CheckBox } from '../../../ui/field/check-box.tsx'
import { SelectField } from '../../../ui/field/select-field.tsx'
import { Switch } from '../../../ui/field/switch.tsx'
import { TextField } from '../../../ui/field/text-field.tsx'
import { Icon } from '../../../ui/icons/icon.tsx'
import { Badge } from '../../../ui/status/badge.tsx'
import { controlsIn, domainsIn, isEdited, savedOf, undo } from './setting-controls.ts'
import { beforeField, domainsField, removeField } from '../../../platform/setting-fields.ts'
import { signUpChoices, type SettingView } from './settings-view.ts'

type Props = {
  setting: SettingView
  isChanged: boolean
  mark(isChanged: boolean): void
  error: string | undefined
  /** What a rejected form had. */
  typed: Readonly<Record<string, string>> | undefined
}

/** Name and effect, the control, and what set it. */
export function SettingRow({ setting, isChanged, mark, error, typed }: Props) {
  const t = useTranslate()
  const [titleId, helpId] = [useId(), useId()]
  const row = useRef<HTMLDivElement>(null)
  const { name, value, source, change, running, setBy } = setting
  const isLocked = change === 'environment'
  const saved = savedOf(setting)

  // What was typed before the page's script ran, or restored by the browser.
  const readTyped = useEffectEvent(() => {
    if (!isLocked && isEdited(controlsIn(row.current), saved)) mark(true)
  })
  useEffect(() => readTyped(), [])

  function takeBack() {
    const controls = controlsIn(row.current)
    undo(controls, saved)
    mark(false)
    controls[0]?.focus()
  }

  return (
    <div
      ref={row}
      id={`setting-${name}`}
      className={`settings-row${isChanged ? ' changed' : ''}${error ? ' bad' : ''}`}
      onChange={() => mark(isEdited(controlsIn(row.current), saved))}
    >
      <div className="settings-words">
        <b id={titleId}>
          {t(`admin.setting.${name}`)} {change === 'restart' && <Badge kind="warn">{t('admin.settingsRestart')}</Badge>}
        </b>
        <p className="ui-note" id={helpId}>
          {t(`admin.setting.${name}.help`)}
        </p>
        {running !== null && (
          <p className="ui-note settings-running">{t('admin.settingsRunning', { value: displayed(t, setting, running) })}</p>
        )}
      </div>
      <div className="settings-control">
        {!isLocked && setting.kind !== 'secret' && <input type="hidden" name={beforeField(name)} value={value} />}
        {isLocked ? (
          <p className="settings-locked">
            <bdi dir="ltr">{displayed(t, setting, value) || t('admin.settingsNotSet')}</bdi>
          </p>
        ) : (
          <SettingControl setting={setting} titleId={titleId} helpId={helpId} error={error} typed={typed} />
        )}
      </div>
      <p className="settings-source">
        {isChanged ? (
          <>
            <b>{t('admin.settingsUnsaved')}</b>
            <button type="button" aria-describedby={titleId} onClick={takeBack}>
              {value === '' ? t('admin.settingsUndoEmpty') : t('admin.settingsUndo', { value: displayed(t, setting, value) })}
            </button>
          </>
        ) : isLocked ? (
          <>
            <Icon name="lock" /> {t('admin.settingsEnvironment')} <code dir="ltr">{name}</code>
          </>
        ) : source === 'stored' ? (
          <>
            {t('admin.settingsHere')} <span>{setBy}</span>
          </>
        ) : (
          t('admin.settingsDefault')
        )}
      </p>
    </div>
  )
}

type ControlProps = Pick<Props, 'setting' | 'error' | 'typed'> & { titleId: string; helpId: string }

function SettingControl({ setting, titleId, helpId, error, typed }: ControlProps) {
  const t = useTranslate()
  const { name, kind, choices, value } = setting
  const label = t(`admin.setting.${name}`)
  const before = typed?.[name] ?? value
  const field = { label, isLabelHidden: true, name, error, describedBy: helpId }
  if (name === 'SIGN_UP') {
    const domains = domainsIn(value)
    return (
      <>
        <SelectField {...field} defaultValue={typed?.[name] ?? (domains ? 'domains' : value)}>
          {signUpChoices.map((choice) => (
            <option key={choice} value={choice}>
              {t(`admin.settingsSignUp.${choice}`)}
            </option>
          ))}
        </SelectField>
        <div className="settings-domains">
          <TextField
            label={t('admin.settingsDomains')}
            hint={t('admin.settingsDomainsHint')}
            name={domainsField}
            defaultValue={typed?.[domainsField] ?? domains}
            maxLength={2000}
            dir="ltr"
            autoCapitalize="none"
            spellCheck={false}
          />
        </div>
      </>
    )
  }
  if (kind === 'switch')
    return (
      <>
        {/* A switch that is off posts nothing. */}
        <input type="hidden" name={name} value="off" />
        <Switch {...field} value="on" defaultChecked={before === 'on'} />
      </>
    )
  if (kind === 'choice')
    return (
      <SelectField {...field} defaultValue={before}>
        {choices.map((choice) => (
          <option key={choice} value={choice}>
            {choiceText(t, choice)}
          </option>
        ))}
      </SelectField>
    )
  if (kind === 'secret')
    return (
      <>
        {value && (
          <p className="settings-locked">
            <bdi dir="ltr">{value}</bdi>
          </p>
        )}
        <TextField
          {...field}
          type="password"
          autoComplete="off"
          placeholder={value ? t('admin.settingsNewValue') : t('admin.settingsNotSet')}
          maxLength={2000}
        />
        {setting.source === 'stored' && (
          <CheckBox
            label={t('admin.settingsRemove')}
            name={removeField(name)}
            describedBy={titleId}
            defaultChecked={typed?.[removeField(name)] !== undefined}
          />
        )}
      </>
    )
  return <TextField {...field} dir="auto" defaultValue={before} maxLength={2000} autoCapitalize="none" spellCheck={false} />
}

const choiceText = (t: Translate, choice: string) => {
  const key = `admin.settingsChoice.${choice}`
  return t(key as MessageKey satisfies MessageKey)
}

/** A value as its control shows it. */
function displayed(t: Translate, { name, kind }: Pick<AdminSetting, 'kind'> & { name: string }, value: string): string {
  const choice = name === 'SIGN_UP' && signUpChoices.find((one) => one === value)
  if (choice) return t(`admin.settingsSignUp.${choice}`)
  if (kind === 'choice') return choiceText(t, value)
  return kind === 'switch' ? t(value === 'on' ? 'admin.settingsOn' : 'admin.settingsOff') : value
}
