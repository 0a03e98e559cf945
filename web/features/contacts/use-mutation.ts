import { useState } from 'react'
import { snackbarMs } from '#contract/constants.ts'
import type { Issue } from '#contract/problem.ts'
import type { MessageKey, Translate } from '#common/messages/message.ts'
import { ownProperty } from '#common/own-property.ts'
import { saveErrorText } from '../../i18n/error-text.ts'
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
      showToast(contactErrorText(thrown, t), { kind: 'error', forMs: snackbarMs.notice })
      return false
    } finally {
      setIsBusy(false)
    }
  }
  return { isBusy, run }
}

/** Messages by the code of a contact’s issue. */
const issueKeys: Readonly<Record<string, MessageKey>> = {
  emailWrong: 'contacts.mailWrong',
  fieldRequired: 'contacts.nameEmpty',
  labelsTooMany: 'inputIssue.labelsTooMany',
  notesTooMany: 'inputIssue.notesTooMany',
  phoneDigits: 'problem.phone',
  tooLarge: 'inputIssue.tooLarge',
}

/** An issue in the reader’s language; undefined for a code that this page doesn’t know. */
export function contactIssueText(t: Translate, { code = '', values }: Partial<Issue>): string | undefined {
  const key = ownProperty(issueKeys, code)
  return key && t(key, values)
}

export const contactErrorText = (thrown: unknown, t: Translate) => saveErrorText(thrown, t, { issueText: contactIssueText })
