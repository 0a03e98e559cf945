import { useState } from 'react'
import { snackbarMs } from '#contract/constants.ts'
import { useTranslate } from '../../../i18n/use-translate.ts'
import { useOwnerCall } from '../../../platform/api/use-owner-call.ts'
import { useToast } from '../../../ui/overlay/toast.tsx'
import { captureSettings, type CaptureSetting } from './settings.ts'
import { successOf } from './success-of.ts'
import { whyNotKept } from './why-not-kept.ts'

type Card = { alias: string; cardKey: string }

/** A setting of the card: shown as chosen at once, and as it was when the server does not keep it. */
export function useSetting<T extends string | number | boolean>(which: CaptureSetting, kept: T, { alias, cardKey }: Card) {
  const t = useTranslate()
  const showToast = useToast()
  const call = useOwnerCall(alias)
  const [shown, show] = useState(kept)
  const [setting] = useState(() => createOptimistic<T>(kept))

  const send = async (value: T) =>
    successOf(await call('cards.updateSettings', { input: { alias, key: cardKey, ...captureSettings[which], value } }))
  const refused = (thrown: unknown) => showToast(whyNotKept(thrown, t), { kind: 'error', forMs: snackbarMs.error })

  return [shown, (value: T) => void setting.choose(value, { send, show, refused })] as const
}

type Hands<T> = {
  send(value: T): Promise<unknown>
  show(value: T): void
  refused(thrown: unknown): void
}

/**
 * A value that is shown as it was chosen before the server has kept it. One request is under way at a time; who changes their
 * mind meanwhile has the last choice sent after it. A refusal brings back what the server last kept.
 */
export function createOptimistic<T>(value: T) {
  let kept = value
  let wanted = value
  let isSending = false
  return {
    async choose(next: T, { send, show, refused }: Hands<T>) {
      wanted = next
      show(next)
      if (isSending) return
      isSending = true
      try {
        while (wanted !== kept) {
          const asked = wanted
          await send(asked)
          kept = asked
        }
      } catch (thrown) {
        wanted = kept
        show(kept)
        refused(thrown)
      } finally {
        isSending = false
      }
    },
  }
}
