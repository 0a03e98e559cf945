import type { Issue } from '#contract/problem.ts'
import type { MessageKey, Translate } from '#common/messages/message.ts'
import { issueMessage } from '../i18n/issue-message.ts'

const keysFor = (code = '') => [`inputIssue.${code}`, `importIssue.${code}`, `settingIssue.${code}`] as MessageKey[]

/** What is wrong with a field, a setting or a file of cards, in the reader's language. */
export function issueText(t: Translate, issue: Pick<Issue, 'message'> & Partial<Issue> & { line?: number | undefined }): string {
  const { code, values, line } = issue
  const key = keysFor(code).find((one) => t(one) !== one)
  // A card's field has the same message as in the editor. A setting's error without values has no message here.
  const message = !values ? issue.message : key ? t(key, values) : issueMessage(t, issue)
  return line === undefined ? message : t('importIssue.atLine', { line, message })
}
