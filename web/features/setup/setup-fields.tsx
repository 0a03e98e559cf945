import { useEffect, useRef, type ComponentProps, type ReactNode } from 'react'
import { Form, useNavigation } from 'react-router'
import { useTranslate } from '../../i18n/use-translate.ts'
import { Button } from '../../ui/button/button.tsx'
import { FormError } from '../../ui/field/form-error.tsx'
import { Switch } from '../../ui/field/switch.tsx'
import { TextField } from '../../ui/field/text-field.tsx'
import { Icon } from '../../ui/icons/icon.tsx'
import { beforeField } from '../../platform/setting-fields.ts'
import { setupForm, type SetupFailure, type SetupSetting } from './setup-view.ts'

/** A step's form. Its main button is in the frame's foot. After a refusal the first field to correct has the focus, if there is one. */
export function SetupForm({ failure, children }: { failure: SetupFailure | null; children: ReactNode }) {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (!failure) return
    const field = form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')
    const part = field?.closest('details')
    if (part) part.open = true
    field?.focus()
  }, [failure])
  return (
    <Form ref={form} id={setupForm} method="post" noValidate preventScrollReset>
      <FormError>{failure?.message}</FormError>
      <div className="setup-form">
        {/* What Enter in a field presses: the first button of the form. */}
        <button className="sr-only" type="submit" name="intent" value="save" tabIndex={-1} aria-hidden="true" />
        {children}
      </div>
    </Form>
  )
}

/** The foot's button: saves the step, and opens the next one, with or without a place for backups, or makes a backup. */
export function ContinueButton({ intent = 'save', children }: { intent?: 'save' | 'run' | 'without'; children: ReactNode }) {
  const { state, formData } = useNavigation()
  return (
    <Button
      kind={intent === 'without' ? 'ghost' : 'primary'}
      size="large"
      type="submit"
      form={setupForm}
      name="intent"
      value={intent}
      isBusy={state !== 'idle' && formData?.get('intent') === intent}
    >
      {children}
    </Button>
  )
}

/** A setting that the environment sets, readable. */
export function LockedSetting({ label, name, children }: { label: ReactNode; name: string; children: ReactNode }) {
  const t = useTranslate()
  return (
    <div className="setup-locked">
      <b>{label}</b>
      <p>{children}</p>
      <small>
        <Icon name="lock" />
        <span>
          {t('setup.locked')} <code dir="ltr">{name}</code>
        </span>
      </small>
    </div>
  )
}

/** What a setting's field says below it: what it does, and when. */
function useSettingHint({ isAfterRestart, running }: SetupSetting, hint: string): string {
  const t = useTranslate()
  const when = [isAfterRestart && t('setup.restart'), running !== null && t('admin.settingsRunning', { value: running })].filter(Boolean)
  return [when.length > 0 ? hint.replace(/(?<=[^.])$/, '.') : hint, ...when].join(' ')
}

type SettingProps = { setting: SetupSetting; failure: SetupFailure | null; label: string; hint?: string }

export function SettingField({ setting, failure, label, hint = '', ...input }: SettingProps & Omit<ComponentProps<'input'>, 'name'>) {
  const t = useTranslate()
  const { name, value, before, isLocked } = setting
  const fullHint = useSettingHint(setting, hint)
  if (isLocked)
    return (
      <LockedSetting label={label} name={name}>
        <bdi dir="ltr">{value || t('admin.settingsNotSet')}</bdi>
      </LockedSetting>
    )
  return (
    <div>
      <input type="hidden" name={beforeField(name)} value={before} />
      <TextField
        label={label}
        hint={fullHint}
        error={failure?.errors[name]}
        name={name}
        defaultValue={failure?.typed[name] ?? value}
        maxLength={2000}
        autoCapitalize="none"
        spellCheck={false}
        {...input}
      />
    </div>
  )
}

export function SettingSwitch({ setting, failure, label, hint = '' }: SettingProps) {
  const t = useTranslate()
  const { name, value, before, isLocked } = setting
  const fullHint = useSettingHint(setting, hint)
  if (isLocked)
    return (
      <LockedSetting label={label} name={name}>
        {t(value === 'on' ? 'setup.on' : 'setup.off')}
      </LockedSetting>
    )
  return (
    <div className="setup-switch">
      <input type="hidden" name={beforeField(name)} value={before} />
      {/* A switch that is off posts nothing. */}
      <input type="hidden" name={name} value="off" />
      <Switch
        label={label}
        hint={fullHint}
        error={failure?.errors[name]}
        name={name}
        value="on"
        defaultChecked={(failure?.typed[name] ?? value) === 'on'}
      />
    </div>
  )
}
