import type { ReactNode } from 'react'
import { useLaterSay } from '../../i18n/use-later-say.ts'
import { LaterIcon as Icon } from '../../ui/icons/later-icon.tsx'
import { deviceNamed } from './device-named.ts'
import { withMaster, withTopic, type Topic, type Wanted } from './topics.ts'

const names = { New_Connected_Client: 'push.topicConnected', General_Notifications: 'push.topicGeneral' } as const satisfies Record<
  Topic['topic'],
  string
>

type Props = { wanted: Wanted; isSaving: boolean; change(wanted: Wanted): void; test(): void }

/** One switch for all of it, and one for each kind of news. Drawn by the script alone, which knows the device. */
export function PushToggles({ wanted, isSaving, change, test }: Props) {
  const say = useLaterSay()
  const device = deviceNamed(navigator.userAgent)

  return (
    <div className={isSaving ? 'push-toggles saving' : 'push-toggles'}>
      <Toggle isOn={wanted.isOn} turn={(isOn) => change(withMaster(wanted, isOn))}>
        <span className="push-icon">
          <Icon name="bell" />
        </span>
        <span className="push-name">
          <b>{say('push.here')}</b>
          {device && <small>{say('push.hereOn', device)}</small>}
        </span>
      </Toggle>
      {wanted.isOn && (
        <>
          {wanted.topics.map(({ topic, active }) => (
            <Toggle key={topic} isOn={active} turn={(isOn) => change(withTopic(wanted, topic, isOn))}>
              <span className="push-name push-topic">
                <b>{say(names[topic])}</b>
              </span>
            </Toggle>
          ))}
          <button className="push-test" type="button" data-needs-reach onClick={test}>
            {say('push.test')}
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
