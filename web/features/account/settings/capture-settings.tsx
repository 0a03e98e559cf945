import { useId } from 'react'
import { captureDelay } from '#contract/constants.ts'
import { useTranslate } from '../../../i18n/use-translate.ts'
import { LaterIcon as Icon } from '../../../ui/icons/later-icon.tsx'
import type { AccountView } from './account-view.ts'
import { SwitchRow } from './account-row.tsx'
import { CaptureTime } from './capture-time.tsx'
import { LabelEditor } from './label-editor.tsx'
import { useSetting } from './use-setting.ts'

/** The form that asks visitors for their details: whether, where, when, and what is put on whoever answers. */
export function CaptureSettings({ view }: { view: AccountView }) {
  const t = useTranslate()
  const title = useId()
  const { capture, mayLabel, hrefs } = view
  const [isOn, setOn] = useSetting('enabled', capture.enabled, view)
  const [isOnDesktop, setOnDesktop] = useSetting('desktopEnabled', capture.desktopEnabled, view)
  const [seconds, setSeconds] = useSetting('timeout', capture.timeoutSeconds, view)
  const when = seconds <= captureDelay.leastSeconds ? t('account.captureAtOnce') : t('account.captureAskMore', { seconds, count: seconds })

  return (
    <section aria-labelledby={title}>
      <h2 id={title}>{t('account.capture')}</h2>
      <div className="rows">
        <SwitchRow
          icon="hand"
          name={t('account.captureAsk')}
          more={when}
          intent="enabled"
          isOn={isOn}
          isLocked={!mayLabel}
          choose={setOn}
        />
        {isOn && (
          <>
            <SwitchRow
              icon="monitor"
              name={t('account.captureDesktop')}
              more={t('account.captureDesktopMore')}
              intent="desktopEnabled"
              isOn={isOnDesktop}
              isLocked={!mayLabel}
              choose={setOnDesktop}
            />
            {mayLabel && <CaptureTime seconds={seconds} choose={setSeconds} />}
            {mayLabel && <LabelEditor view={view} />}
          </>
        )}
        {!mayLabel && (
          <div className="row upgrade">
            <p>{t('account.locked')}</p>
            <a className="btn brass" href={hrefs.upgrade} data-upgrade="">
              <Icon name="key-round" />
              {t('restricted.upgrade')}
            </a>
          </div>
        )}
      </div>
    </section>
  )
}
