import type { ReactNode } from 'react'
import { useTranslate } from '../../i18n/use-translate.ts'
import { LaterIcon as Icon } from '../../ui/icons/later-icon.tsx'
import { withMaster, withTopic, type Topic, type Wanted } from './topics.ts'

const names = { New_Connected_Client: 'push.topicConnected', General_Notifications: 'push.topicGeneral' } as const satisfies Record<
  Topic['topic'],
  string
>

type Props = { wanted: Wanted; isSaving: boolean; change(wanted: Wanted): void; test(): void }

/** One switch for all of it, and one for each kind of news. Drawn by the script alone, which knows the device. */
export function PushToggles({ wanted, isSaving, change, test }: Props) {
  const t = useTranslate()
  const device = deviceNamed(navigator.userAgent)

  return (
    <div className={isSaving ? 'push-toggles saving' : 'push-toggles'}>
      <Toggle isOn={wanted.isOn} turn={(isOn) => change(withMaster(wanted, isOn))}>
        <span className="push-icon">
          <Icon name="bell" />
        </span>
        <span className="push-name">
          <b>{t('push.here')}</b>
          {device && <small>{t('push.hereOn', device)}</small>}
        </span>
      </Toggle>
      {wanted.isOn && (
        <>
          {wanted.topics.map(({ topic, active }) => (
            <Toggle key={topic} isOn={active} turn={(isOn) => change(withTopic(wanted, topic, isOn))}>
              <span className="push-name push-topic">
                <b>{t(names[topic])}</b>
              </span>
            </Toggle>
          ))}
          <button className="push-test" type="button" data-needs-reach onClick={test}>
            {t('push.test')}
          </button>
        </>
      )}
    </div>
  )
}

function Toggle({ isOn, turn, children }: { isOn: boolean; turn(isOn: boolean): void; children: ReactNode }) {
  return (
    <label className="push-row" data-needs-reach>
      {children}
      <input type="checkbox" checked={isOn} onChange={({ currentTarget }) => turn(currentTarget.checked)} />
    </label>
  )
}

/** The order matters: most browsers also say that they are another. */
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

/** What a person calls this browser and what it runs on; null where one cannot tell. */
export function deviceNamed(userAgent: string): { browser: string; system: string } | null {
  const browser = browsers.find(([sign]) => sign.test(userAgent))?.[1]
  const system = systems.find(([sign]) => sign.test(userAgent))?.[1]
  return browser && system ? { browser, system } : null
}
