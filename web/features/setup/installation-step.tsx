import { useState } from 'react'
import { useTranslate } from '../../i18n/use-translate.ts'
import { CheckBox } from '../../ui/field/check-box.tsx'
import { RadioCards } from '../../ui/field/radio-cards.tsx'
import { TextField } from '../../ui/field/text-field.tsx'
import { AddressCheck } from './address-check.tsx'
import { LockedSetting, SettingField, SettingSwitch, SetupForm } from './setup-fields.tsx'
import { beforeField, domainsField } from '../../platform/setting-fields.ts'
import { signUpChoices, type InstallationView, type SetupFailure, type SetupSetting } from './setup-view.ts'

/** The public address, who can create a card, plans, and the demo. */
export function InstallationStep({
  view: { settings, listensAt, passkeyHost, demoCards },
  failure,
}: {
  view: InstallationView
  failure: SetupFailure | null
}) {
  const t = useTranslate()
  const [address, setAddress] = useState(failure?.typed['PUBLIC_URL'] ?? settings.PUBLIC_URL.value)
  return (
    <SetupForm failure={failure}>
      <div>
        <SettingField
          setting={settings.PUBLIC_URL}
          failure={failure}
          label={t('admin.setting.PUBLIC_URL')}
          hint={t('admin.setting.PUBLIC_URL.help')}
          type="url"
          inputMode="url"
          onInput={(event) => setAddress(event.currentTarget.value)}
        />
        <AddressCheck address={address} passkeyHost={passkeyHost} />
      </div>
      <SettingSwitch
        setting={settings.TRUST_PROXY}
        failure={failure}
        label={t('admin.setting.TRUST_PROXY')}
        hint={t('setup.proxyHint', { address: listensAt })}
      />
      <SignUpField setting={settings.SIGN_UP} failure={failure} />
      <SettingSwitch setting={settings.PLANS} failure={failure} label={t('setup.plans')} hint={t('setup.plansHint')} />
      {demoCards > 0 && (
        <div className="setup-switch">
          <CheckBox
            label={t('setup.demo', { count: demoCards })}
            hint={t('setup.demoHint')}
            name="removeDemo"
            defaultChecked={failure?.typed['removeDemo'] !== undefined}
          />
        </div>
      )}
    </SetupForm>
  )
}

/** Mail domains are a choice of their own, with a field. */
function SignUpField({ setting, failure }: { setting: SetupSetting; failure: SetupFailure | null }) {
  const t = useTranslate()
  const { name, value, before, isLocked } = setting
  const known = ([...signUpChoices, 'off'] as const).find((one) => one === value)
  const domains = known ? '' : value
  if (isLocked)
    return (
      <LockedSetting label={t('setup.signUp')} name={name}>
        {known ? t(`setup.signUp.${known}`) : <bdi dir="ltr">{value}</bdi>}
      </LockedSetting>
    )
  const choices = [...signUpChoices, ...(value === 'off' ? (['off'] as const) : [])]
  const error = failure?.errors[name]
  return (
    <div className="setup-sign-up">
      <input type="hidden" name={beforeField(name)} value={before} />
      <RadioCards
        label={t('setup.signUp')}
        name={name}
        choices={choices.map((choice) => ({ value: choice, label: t(`setup.signUp.${choice}`), hint: t(`setup.signUp.${choice}Hint`) }))}
        defaultValue={failure?.typed[name] ?? known ?? 'domains'}
      />
      <div className="setup-domains">
        <TextField
          label={t('admin.settingsDomains')}
          hint={t('admin.settingsDomainsHint')}
          error={error}
          name={domainsField}
          defaultValue={failure?.typed[domainsField] ?? domains}
          maxLength={2000}
          dir="ltr"
          autoCapitalize="none"
          spellCheck={false}
        />
      </div>
    </div>
  )
}
