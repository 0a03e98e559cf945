import { useEffect, useRef, useState } from 'react'
import { captureDelay } from '#contract/constants.ts'
import { useTranslate } from '../../../i18n/use-translate.ts'
import { useSite } from '../../../platform/use-site.ts'
import { Button, ButtonLink } from '../../../ui/button/button.tsx'
import { TextField } from '../../../ui/field/text-field.tsx'
import { Settings, SettingSwitch, SettingWords } from '../../../ui/list/settings.tsx'
import { Banner } from '../../../ui/page/banner.tsx'
import type { AccountView } from './account-view.ts'
import { LabelEditor } from './label-editor.tsx'
import { readSeconds } from './account-settings.ts'
import { useSetting } from './use-setting.ts'

/** Settings of the visitors' contact form: whether, where and when it opens, and the labels for new contacts. */
export function CaptureSettings({ view }: { view: AccountView }) {
  const t = useTranslate()
  const { capture, mayLabel, hrefs } = view
  const { hasPlans } = useSite()
  const [isOn, setOn] = useSetting('enabled', capture.enabled, view)
  const [isOnDesktop, setOnDesktop] = useSetting('desktopEnabled', capture.desktopEnabled, view)
  const [seconds, setSeconds] = useSetting('timeout', capture.timeoutSeconds, view)
  const when = seconds <= captureDelay.leastSeconds ? t('account.captureAtOnce') : t('account.captureAskMore', { seconds, count: seconds })

  return (
    <Settings id="capture" title={t('account.capture')}>
      <SettingSwitch
        icon="hand"
        title={t('account.captureAsk')}
        note={when}
        intent="enabled"
        isOn={isOn}
        isLocked={!mayLabel}
        onChange={setOn}
      />
      {isOn && (
        <>
          <SettingSwitch
            icon="monitor"
            title={t('account.captureDesktop')}
            note={t('account.captureDesktopMore')}
            intent="desktopEnabled"
            isOn={isOnDesktop}
            isLocked={!mayLabel}
            onChange={setOnDesktop}
          />
          {mayLabel && <CaptureTime seconds={seconds} choose={setSeconds} />}
          {mayLabel && <LabelEditor view={view} />}
        </>
      )}
      {!mayLabel && !hasPlans && <Banner kind="info">{t('restricted.ownerOffMore')}</Banner>}
      {!mayLabel && hasPlans && (
        <Banner
          kind="brass"
          action={
            <ButtonLink kind="brass" isDocument href={hrefs.upgrade} data-upgrade="">
              {t('restricted.upgrade')}
            </ButtonLink>
          }
        >
          {t('account.locked')}
        </Banner>
      )}
    </Settings>
  )
}

/** The delay before the form opens. */
function CaptureTime({ seconds, choose }: { seconds: number; choose(seconds: number): void }) {
  const t = useTranslate()
  const input = useRef<HTMLInputElement>(null)
  const [isWrong, setIsWrong] = useState(false)

  // A failed save restores the previous number, in the field too.
  const previous = useRef(seconds)
  useEffect(() => {
    if (input.current && previous.current !== seconds) input.current.value = String(seconds)
    previous.current = seconds
  }, [seconds])

  function save() {
    const wanted = readSeconds(input.current?.value ?? '')
    setIsWrong(wanted === null)
    if (wanted === null) return input.current?.focus()
    choose(wanted)
  }

  return (
    <form
      className="ui-setting"
      method="post"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        save()
      }}
    >
      <input type="hidden" name="intent" value="timeout" />
      <SettingWords icon="timer" title={t('account.captureTime')} />
      <TextField
        ref={input}
        label={t('account.captureTime')}
        isLabelHidden
        size={3}
        error={isWrong && t('account.captureTimeIssue')}
        name="value"
        inputMode="decimal"
        maxLength={5}
        required
        defaultValue={seconds}
      />
      <Button type="submit">{t('account.save')}</Button>
    </form>
  )
}
