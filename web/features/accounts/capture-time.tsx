import { useId, useState } from 'react'
import { useSay } from '../../i18n/use-say.ts'
import { Icon } from '../../ui/icons/icon.tsx'
import { RowWords } from './account-row.tsx'
import { readSeconds } from './settings.ts'

/** How long a visitor looks around before the form opens. */
export function CaptureTime({ seconds, choose }: { seconds: number; choose(seconds: number): void }) {
  const say = useSay()
  const [typed, type] = useState<string | null>(null)
  const [isWrong, setIsWrong] = useState(false)
  const fault = useId()

  function keep() {
    const wanted = readSeconds(typed ?? String(seconds))
    setIsWrong(wanted === null)
    if (wanted === null) return
    type(null)
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
      <RowWords icon="timer" name={say('account.captureTime')} />
      <input
        name="value"
        type="text"
        inputMode="decimal"
        maxLength={5}
        required
        aria-label={say('account.captureTime')}
        aria-invalid={isWrong}
        aria-describedby={isWrong ? fault : undefined}
        value={typed ?? String(seconds)}
        onChange={({ target }) => type(target.value)}
      />
      <button className="btn small" type="submit">
        {say('account.save')}
      </button>
      {isWrong && (
        <p className="fault" id={fault} role="alert">
          <Icon name="circle-alert" />
          {say('account.captureTimeFault')}
        </p>
      )}
    </form>
  )
}
