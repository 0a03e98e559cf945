import { useEffect, useId, useRef, useState } from 'react'
import { useTranslate } from '../../../i18n/use-translate.ts'
import { OwnerIcon as Icon } from '../../../ui/icons/owner-icon.tsx'
import { RowWords } from './account-row.tsx'
import { readSeconds } from './settings.ts'

/** How long a visitor looks around before the form opens. */
export function CaptureTime({ seconds, choose }: { seconds: number; choose(seconds: number): void }) {
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
