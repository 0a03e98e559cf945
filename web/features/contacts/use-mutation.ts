import { useState } from 'react'
import { isProblem } from '#contract/api.ts'
import { snackbarMs } from '#contract/constants.ts'
import type { Translate } from '#common/messages/message.ts'
import { problemTitle } from '../../i18n/problem-title.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import { useToast } from '../../ui/overlay/toast.tsx'

/** Runs one mutation at a time. A failure shows a toast; the result is whether it succeeded. */
export function useMutation() {
  const t = useTranslate()
  const showToast = useToast()
  const [isBusy, setIsBusy] = useState(false)

  async function run(mutation: () => Promise<unknown>): Promise<boolean> {
    if (isBusy) return false
    setIsBusy(true)
    try {
      await mutation()
      return true
    } catch (thrown) {
      showToast(errorMessageOf(thrown, t), { kind: 'error', forMs: snackbarMs.notice })
      return false
    } finally {
      setIsBusy(false)
    }
  }
  return { isBusy, run }
}

/** The server's message, or a generic one without an answer. */
export function errorMessageOf(thrown: unknown, t: Translate): string {
  const problem: object | null = isProblem(thrown) && thrown.problem.status < 500 ? thrown.problem : null
  const words = problem ? [...['message', 'detail'].map((part): unknown => Reflect.get(problem, part)), problemTitle(t, problem)] : []
  const message = words.find((candidate): candidate is string => typeof candidate === 'string' && candidate !== '')
  return message ? t('account.notSaved', { message }) : t('account.notSavedUnknown')
}
