import type { FileIssue } from '#contract/admin/admin.ts'
import { importIssue } from '#server/common/field-issue.ts'
import { translateTo } from '#server/common/messages.ts'
import { UserError } from '#server/common/user-error.ts'

/** Why a file can’t be imported, or not as a whole. */
export class ImportError extends UserError {
  readonly issues: FileIssue[]

  constructor(issues: FileIssue[]) {
    const t = translateTo('en-US')
    super(issues.map(({ line, message }) => (line === undefined ? message : t('importIssue.atLine', { line, message }))).join(' '))
    this.issues = issues
  }
}

export const importError = (...issue: Parameters<typeof importIssue>) => new ImportError([importIssue(...issue)])
