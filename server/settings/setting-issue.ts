import { settingIssues } from '#contract/admin/setting-issues.ts'
import type { IssueValues } from '#contract/problem.ts'
import { UserError } from '#server/common/user-error.ts'

type Code = keyof typeof settingIssues

/** What is wrong with a setting. The message continues a sentence that begins with its name. Without a code, it is only for the terminal: administrators can’t change that setting. */
export type SettingIssue = { name: string; message: string; code?: Code; values?: IssueValues }

export const settingIssue = (name: string, code: Code, values: IssueValues = {}) => ({
  name,
  code,
  values,
  message: sentence(code, values),
})

const sentence = (code: Code, values: IssueValues) =>
  settingIssues[code].replace(/\{(\w+)\}/g, (placeholder, key: string) => String(values[key] ?? placeholder))

/** What is wrong with a text, from a reader that doesn’t know the name of its setting. */
export class InvalidText extends Error {
  readonly issue: Omit<SettingIssue, 'name'>

  constructor(code: Code, values: IssueValues = {}) {
    super(sentence(code, values))
    this.issue = { code, values, message: this.message }
  }
}

export const lineOf = ({ name, message }: SettingIssue) => `${name} ${message}`

/** Settings that can’t be used: a line for each issue. */
export class SettingsError extends UserError {
  readonly issues: readonly SettingIssue[]

  constructor(...issues: readonly SettingIssue[]) {
    super(issues.map(lineOf).join('\n'))
    this.issues = issues
  }
}
