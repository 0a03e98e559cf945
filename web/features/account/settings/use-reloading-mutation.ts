import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { snackbarMs } from '#contract/constants.ts'
import { useTranslate } from '../../../i18n/use-translate.ts'
import { useToast } from '../../../ui/overlay/toast.tsx'
import { throwUnlessSuccess } from '../../../platform/api/throw-unless-success.ts'
import { saveErrorText } from '../../../i18n/error-text.ts'

/** Runs a mutation that cannot be optimistic: shows its result, then reloads the page’s data. */
export function useReloadingMutation() {
  const t = useTranslate()
  const showToast = useToast()
  const { revalidate } = useRevalidator()
  const [isBusy, setIsBusy] = useState(false)

  async function act(request: () => Promise<{ success: number; message: string }>, message: string) {
    if (isBusy) return
    setIsBusy(true)
    try {
      throwUnlessSuccess(await request())
      showToast(message, { forMs: snackbarMs.error })
      await revalidate()
    } catch (thrown) {
      showToast(saveErrorText(thrown, t), { kind: 'error', forMs: snackbarMs.error })
    } finally {
      setIsBusy(false)
    }
  }
  return { isBusy, act }
}
