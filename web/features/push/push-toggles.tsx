import { useTranslate } from '../../i18n/use-translate.ts'
import { Switch } from '../../ui/field/switch.tsx'
import { RowIcon } from '../../ui/list/list.tsx'
import { SettingButton } from '../../ui/list/settings.tsx'
import { withMaster, withTopic, type Topic, type PushChoice } from './topics.ts'

const names = { New_Connected_Client: 'push.topicConnected', General_Notifications: 'push.topicGeneral' } as const satisfies Record<
  Topic['topic'],
  string
>

type Props = { wanted: PushChoice; isSaving: boolean; change(wanted: PushChoice): void; test(): void }

/** A main switch and one for each topic. Rendered in the browser only, which knows the device. */
export function PushToggles({ wanted, isSaving, change, test }: Props) {
  const t = useTranslate()
  const device = deviceNamed(navigator.userAgent)

  return (
    <>
      <div className="ui-setting">
        <RowIcon name="bell" />
        <Switch
          label={t('push.here')}
          {...(device && { hint: t('push.hereOn', device) })}
          checked={wanted.isOn}
          isPending={isSaving}
          data-online-only
          onChange={({ currentTarget }) => change(withMaster(wanted, currentTarget.checked))}
        />
      </div>
      {wanted.isOn && (
        <>
          {wanted.topics.map(({ topic, active }) => (
            <div key={topic} className="ui-setting">
              <Switch
                label={t(names[topic])}
                checked={active}
                isPending={isSaving}
                data-online-only
                onChange={({ currentTarget }) => change(withTopic(wanted, topic, currentTarget.checked))}
              />
            </div>
          ))}
          <SettingButton title={t('push.test')} data-online-only onClick={test} />
        </>
      )}
    </>
  )
}

/** The order matters: most browsers also claim to be another. */
const browsers = [
  [/SamsungBrowser/, 'Samsung Internet'],
  [/Edg(e|A|iOS)?\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/Firefox\/|FxiOS/, 'Firefox'],
  [/Chrome\/|CriOS/, 'Chrome'],
  [/Safari\//, 'Safari'],
] as const
const systems = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/CrOS/, 'ChromeOS'],
  [/Mac/, 'Mac'],
  [/Linux/, 'Linux'],
] as const

/** The browser's and system's names; null if unknown. */
export function deviceNamed(userAgent: string): { browser: string; system: string } | null {
  const browser = browsers.find(([sign]) => sign.test(userAgent))?.[1]
  const system = systems.find(([sign]) => sign.test(userAgent))?.[1]
  return browser && system ? { browser, system } : null
}
