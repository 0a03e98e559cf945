import { useState } from 'react'
import { snackbarMs } from '#contract/constants.ts'
import { useTranslate } from '../../../i18n/use-translate.ts'
import { useOwnerCall } from '../../../platform/api/use-owner-call.ts'
import { useToast } from '../../../ui/overlay/toast.tsx'
import { captureSettings, type CaptureSetting } from './account-settings.ts'
import { throwUnlessSuccess } from '../../../platform/api/throw-unless-success.ts'
import { saveErrorText } from '../../../i18n/error-text.ts'

type Card = { alias: string; cardKey: string }

/** A setting of the card, changed optimistically. */
export function useSetting<T extends string | number | boolean>(which: CaptureSetting, saved: T, { alias, cardKey }: Card) {
  const t = useTranslate()
  const showToast = useToast()
  const call = useOwnerCall(alias)
  const [value, setValue] = useState(saved)
  const [setting] = useState(() => createOptimistic<T>(saved))

  const send = async (value: T) =>
    throwUnlessSuccess(await call('cards.updateSettings', { input: { alias, key: cardKey, ...captureSettings[which], value } }))
  const failed = (thrown: unknown) => showToast(saveErrorText(thrown, t), { kind: 'error', forMs: snackbarMs.error })

  return [value, (next: T) => void setting.choose(next, { send, show: setValue, failed })] as const
}

type Callbacks<T> = {
  send(value: T): Promise<unknown>
  show(value: T): void
  failed(thrown: unknown): void
}

/**
 * An optimistic value. One request is in progress at a time; a change meanwhile is sent after it, only the last of several. A
 * failed save restores the last saved value.
 */
export function createOptimistic<T>(value: T) {
  let saved = value
  let latest = value
  let isSending = false
  return {
    async choose(next: T, { send, show, failed }: Callbacks<T>) {
      latest = next
      show(next)
      if (isSending) return
      isSending = true
      try {
        while (latest !== saved) {
          const sent = latest
          await send(sent)
          saved = sent
        }
      } catch (thrown) {
        latest = saved
        show(saved)
        failed(thrown)
      } finally {
        isSending = false
      }
    },
  }
}
