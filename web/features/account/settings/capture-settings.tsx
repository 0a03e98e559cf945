import { useEffect, useId, useRef, useState } from 'react'
import { captureDelay } from '#contract/constants.ts'
import { useTranslate } from '../../../i18n/use-translate.ts'
import { OwnerIcon as Icon } from '../../../ui/icons/owner-icon.tsx'
import type { AccountView } from './account-view.ts'
import { RowWords, SwitchRow } from './account-row.tsx'
import { LabelEditor } from './label-editor.tsx'
import { readSeconds } from './settings.ts'
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

/** How long a visitor looks around before the form opens. */
function CaptureTime({ seconds, choose }: { seconds: number; choose(seconds: number): void }) {
  const t = useTranslate()
  const input = useRef<HTMLInputElement>(null)
  const [isWrong, setIsWrong] = useState(false)
  const fault = useId()

  // A refusal brings the number before it back, into the field too.
  const held = useRef(seconds)
  useEffect(() => {
    if (input.current && held.current !== seconds) input.current.value = String(seconds)
    held.current = seconds
  }, [seconds])

  function keep() {
    const wanted = readSeconds(input.current?.value ?? '')
    setIsWrong(wanted === null)
    if (wanted === null) return input.current?.focus()
    choose(wanted)
  }

  return (
    <form
      className="row timing"
      method="post"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        keep()
      }}
    >
      <input type="hidden" name="intent" value="timeout" />
      <RowWords icon="timer" name={t('account.captureTime')} />
      <input
        ref={input}
        name="value"
        type="text"
        inputMode="decimal"
        maxLength={5}
        required
        aria-label={t('account.captureTime')}
        aria-invalid={isWrong}
        aria-describedby={isWrong ? fault : undefined}
        defaultValue={seconds}
      />
      <button className="btn small" type="submit">
        {t('account.save')}
      </button>
      {isWrong && (
        <p className="fault" id={fault} role="alert">
          <Icon name="circle-alert" />
          {t('account.captureTimeFault')}
        </p>
      )}
    </form>
  )
}
