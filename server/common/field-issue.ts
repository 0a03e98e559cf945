import type { z } from 'zod'
import { draftIssueCodes, type DraftIssueCode } from '#contract/cards/draft-issues.ts'
import type { ImportIssueCode } from '#contract/cards/import-issues.ts'
import { inputIssueCodes, type InputIssueCode, type PageIssueCode, type SchemaIssueCode } from '#contract/input-issues.ts'
import type { IssueValues } from '#contract/problem.ts'
import type { MessageKey } from '#common/messages/message.ts'
import { translateTo } from './messages.ts'

const english: ReturnType<typeof translateTo> = (key, values) => translateTo('en-US')(key, values)

type FieldIssueCode = DraftIssueCode | InputIssueCode | PageIssueCode

const pageSentences: Record<PageIssueCode, MessageKey> = {
  connected: 'connections.alreadyConnected',
  address: 'connections.urlIssue.address',
  login: 'connections.urlIssue.login',
  port: 'connections.urlIssue.port',
  https: 'connections.urlIssue.https',
  private: 'connections.urlIssue.private',
  off: 'connections.urlIssue.off',
  form: 'connections.keyIssue.form',
  refused: 'connections.keyIssue.refused',
  rows: 'contacts.importFile.rows',
  columns: 'contacts.importFile.columns',
  empty: 'contacts.importFile.empty',
  workbook: 'contacts.importFile.workbook',
  unknown: 'contacts.importFile.unknown',
  common: 'problem.passwordCommon',
  personal: 'problem.passwordPersonal',
  unchanged: 'details.emailSame',
}

const isInput = (code: string): code is InputIssueCode => inputIssueCodes.some((one) => one === code)

const isPage = (code: string): code is PageIssueCode => Object.hasOwn(pageSentences, code)

const keyOf = (code: FieldIssueCode): MessageKey =>
  isInput(code) ? `inputIssue.${code}` : isPage(code) ? pageSentences[code] : `issue.${code}`

/** An issue of the whole input, with its sentence in English. */
export const inputIssue = <Code extends FieldIssueCode>(code: Code, values: IssueValues = {}) => ({
  code,
  values,
  message: english(keyOf(code), values),
})

/** An issue of a field. */
export const fieldIssue = <Code extends FieldIssueCode>(path: string, code: Code, values: IssueValues = {}) => ({
  path,
  ...inputIssue(code, values),
})

/** An issue of a file of cards, with its sentence in English. */
export const importIssue = (code: ImportIssueCode, values: IssueValues = {}) => ({
  code,
  values,
  message: english(`importIssue.${code}`, values),
})

type Kind = { code: SchemaIssueCode; values?: IssueValues }

/** What a schema without a message of its own finds wrong. */
function kindOf(issue: z.core.$ZodIssue | z.core.$ZodRawIssue): Kind {
  if (issue.code === 'too_big') return { code: 'tooLarge', values: { limit: Number(issue.maximum) } }
  if (issue.code === 'too_small') {
    // At least one character or item: it's empty. Of a number, zero is a value.
    const isEmpty = issue.minimum === 1 && issue.origin !== 'number'
    return isEmpty ? { code: 'missing' } : { code: 'tooSmall', values: { limit: Number(issue.minimum) } }
  }
  if (issue.code === 'unrecognized_keys') return { code: 'unknownField', values: { names: issue.keys.join(', ') } }
  if (issue.code !== 'invalid_type') return { code: 'invalid' }
  return issue.input === undefined ? { code: 'missing' } : { code: 'wrongType', values: { type: issue.expected } }
}

/** Parse options: the messages of issues are codes, not zod’s sentences. Without reportInput, a wrong type looks like a missing value. */
export const inCodes = { error: (issue: z.core.$ZodRawIssue) => kindOf(issue).code, reportInput: true }

const codes = [...draftIssueCodes, ...inputIssueCodes]

/** An issue of a schema as an issue of a field. Its message is a code; without `inCodes`, it can be zod’s sentence, which stays. */
export function schemaIssue(issue: z.core.$ZodIssue) {
  const { code, values = {} } = kindOf(issue)
  const path = issue.path.join('.')
  const own = codes.find((one) => one === issue.message)
  if (!own) return { path, code, values, message: issue.message }
  return fieldIssue(path, own, own === 'fieldRequired' ? { field: String(issue.path.at(-1)) } : values)
}
