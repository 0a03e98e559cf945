import { parseSettingIssueMessage } from '#contract/admin/setting-issues.ts'
import type { Translate } from '#common/messages/message.ts'

/** What is wrong with a setting, in the reader’s language. The server’s line begins with its name. */
export function settingErrorText(t: Translate, message: string): string | null {
  const issue = parseSettingIssueMessage(message) ?? parseSettingIssueMessage(message.replace(/^[A-Z_\d]+ /, ''))
  return issue && t(`settingIssue.${issue.name}`, issue.values)
}
