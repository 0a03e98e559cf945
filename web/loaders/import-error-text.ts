import { parseImportIssueMessage, splitImportIssues } from '#contract/cards/import-issues.ts'
import type { Translate } from '#common/messages/message.ts'
import { issueMessage } from '../i18n/issue-message.ts'

/** The issues of an imported row, in the reader's language; an unknown sentence stays as it is. */
export const importErrorText = (t: Translate, message: string): string =>
  splitImportIssues(message)
    .map((sentence) => translateSentence(t, sentence))
    .join(' ')

function translateSentence(t: Translate, sentence: string): string {
  const issue = parseImportIssueMessage(sentence)
  // An issue with a card's field has the same message as in the editor.
  if (!issue) return issueMessage(t, sentence)
  const { message } = issue.values
  return t(`importIssue.${issue.name}`, { ...issue.values, ...(message === undefined ? {} : { message: importErrorText(t, message) }) })
}
