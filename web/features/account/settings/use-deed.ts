import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { snackbarMs } from '#contract/constants.ts'
import { useTranslate } from '../../../i18n/use-translate.ts'
import { useToast } from '../../../ui/overlay/toast.tsx'
import { successOf } from './success-of.ts'
import { whyNotKept } from './why-not-kept.ts'

/** Does something that cannot be shown before it happened: says so after it did, and reads the page anew. */
export function useDeed() {
  const t = useTranslate()
  const showToast = useToast()
  const { revalidate } = useRevalidator()
  const [isBusy, setIsBusy] = useState(false)

  async function act(deed: () => Promise<{ success: number; message: string }>, said: string) {
    if (isBusy) return
    setIsBusy(true)
    try {
      successOf(await deed())
      showToast(said, { forMs: snackbarMs.error })
      await revalidate()
    } catch (thrown) {
      showToast(whyNotKept(thrown, t), { kind: 'error', forMs: snackbarMs.error })
    } finally {
      setIsBusy(false)
    }
  }
  return { isBusy, act }
}
