import { useState } from 'react'
import { isRefused } from '#contract/api.ts'
import { snackbarMs } from '#contract/constants.ts'
import type { Translate } from '#common/messages/message.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import { useToast } from '../../ui/overlay/toast.tsx'

/** Does one thing at a time; what was refused is said at the foot of the page, and the answer is whether it was done. */
export function useDeed() {
  const t = useTranslate()
  const showToast = useToast()
  const [isBusy, setIsBusy] = useState(false)

  async function run(deed: () => Promise<unknown>): Promise<boolean> {
    if (isBusy) return false
    setIsBusy(true)
    try {
      await deed()
      return true
    } catch (thrown) {
      showToast(refusalSaid(thrown, t), { kind: 'error', forMs: snackbarMs.notice })
      return false
    } finally {
      setIsBusy(false)
    }
  }
  return { isBusy, run }
}

/** The server's own words, or none where nothing answered. */
export function refusalSaid(thrown: unknown, t: Translate): string {
  const problem: object | null = isRefused(thrown) && thrown.problem.status < 500 ? thrown.problem : null
  const words = ['message', 'detail', 'title'].map((part): unknown => problem && Reflect.get(problem, part))
  const message = words.find((said): said is string => typeof said === 'string' && said !== '')
  return message ? t('account.notKept', { message }) : t('account.notKeptBare')
}
