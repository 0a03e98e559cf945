import type { RestoreIssue } from '#contract/restore-choices.ts'
import type { RestoreState } from '#contract/restore.ts'
import { UserError } from '#server/common/user-error.ts'

type Options = ErrorOptions & Partial<Pick<RestoreState, 'version' | 'space'>>

/** Why a backup can't be used or restored, with a code for the setup page. */
export class RestoreError extends UserError {
  readonly issue: RestoreIssue
  /** The version that made the backup, where the issue is about it. */
  readonly version: string
  readonly space: RestoreState['space']

  constructor(issue: RestoreIssue, message: string, { version = '', space = null, ...options }: Options = {}) {
    super(message, options)
    this.issue = issue
    this.version = version
    this.space = space
  }
}

/** Nothing is wrong with the file. */
export class WrongPassphraseError extends RestoreError {}
