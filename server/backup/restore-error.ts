import type { RestoreIssue } from '#contract/restore-choices.ts'
import { UserError } from '#server/common/user-error.ts'

/** Why a backup can't be used or restored, with a code for the setup page. */
export class RestoreError extends UserError {
  readonly issue: RestoreIssue
  /** The version that made the backup, where the issue is about it. */
  readonly version: string

  constructor(issue: RestoreIssue, message: string, { version = '', ...options }: ErrorOptions & { version?: string } = {}) {
    super(message, options)
    this.issue = issue
    this.version = version
  }
}

/** Nothing is wrong with the file. */
export class WrongPassphraseError extends RestoreError {}
