import { parseIssueMessage } from '#contract/cards/draft-issues.ts'
import type { Translate } from '#common/messages/message.ts'

/** A draft's issue in the reader's language; unknown messages are shown as they are. */
export function issueMessage(t: Translate, message: string): string {
  const parsed = parseIssueMessage(message)
  return parsed ? t(`issue.${parsed.name}`, parsed.values) : message
}
