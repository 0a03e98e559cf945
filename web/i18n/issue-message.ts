import type { FieldIssue } from '#contract/problem.ts'
import type { MessageKey, Translate } from '#common/messages/message.ts'

/** What is wrong with a field, in the reader’s language; the server’s own words for a code that this page doesn’t know. */
export function issueMessage(t: Translate, { code, values, message = '' }: Partial<FieldIssue>): string {
  const key = `issue.${code}` as MessageKey
  const text = t(key, values)
  return text === key ? message : text
}
