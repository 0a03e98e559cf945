import { z } from 'zod'
import type { CardFields } from '#contract/cards/stored-card.ts'
import { describeSchema } from '#contract/describe-schema.ts'
import { importIssueMessage } from '#contract/cards/import-issues.ts'
import type { PlanCode } from '#contract/billing/plans.ts'
import { parseLink } from '#common/text/web-link.ts'
import { checkAlias } from '#server/cards/owned/create-card.ts'
import { describeIssue } from '#server/cards/editor/describe-issue.ts'
import type { Column } from './read-header.ts'
import type { CsvRecord } from '#server/common/parse-csv.ts'

export type RowIssue = { line: number; field: string; message: string }
export type GoodRow = {
  line: number
  alias: string
  fields: CardFields
  plan: { plan: PlanCode; state?: 'paid' | 'trial' }
  owner: string | null
  services: { gradeServiceId: number; directLink: string }[]
}

const planOf = { FREE: { plan: 'FREE' }, PRO: { plan: 'PRO', state: 'paid' }, TRIAL: { plan: 'PRO', state: 'trial' } } as const
const linkMax = 2000

/** A line as a card to create, or all of its issues. */
export function readRow({ line, cells, issue }: CsvRecord, columns: readonly Column[]): GoodRow | RowIssue[] {
  if (issue !== undefined) return [{ line, field: '', message: issue }]
  if (cells.length !== columns.length)
    return [{ line, field: '', message: importIssueMessage('fieldCountMismatch', { count: cells.length, first: columns.length }) }]
  const issues: RowIssue[] = []
  const addIssue = (field: string, message: string) => void issues.push({ line, field, message })
  const row: GoodRow = { line, alias: '', fields: {}, plan: planOf.FREE, owner: null, services: [] }
  const fields: Record<string, unknown> = {}
  columns.forEach((column, index) => {
    const text = (cells[index] ?? '').trim()
    if (column.kind === 'alias') row.alias = readAlias(text, addIssue)
    if (text === '' || column.kind === 'alias' || column.kind === 'nothing') return
    if (column.kind === 'email') row.owner = readEmail(text, addIssue)
    else if (column.kind === 'plan') row.plan = readPlan(text, addIssue)
    else if (column.kind === 'service') {
      if (isLink(text)) row.services.push({ gradeServiceId: column.id, directLink: text })
      else addIssue(column.name, importIssueMessage('linkInvalid'))
    } else {
      const value = readValue(column, text)
      if ('issue' in value) addIssue(column.name, value.issue)
      else fields[column.name] = value.read
    }
  })
  if (!['fullName', 'firstName', 'lastName'].some((name) => fields[name] || issues.some(({ field }) => field === name)))
    addIssue('fullName', importIssueMessage('nameMissing'))
  // Each field was parsed with its own schema; creating the card parses all of them again.
  return issues.length > 0 ? issues : { ...row, fields: fields as CardFields }
}

type AddIssue = (field: string, message: string) => void

function readAlias(text: string, addIssue: AddIssue): string {
  if (text === '') {
    addIssue('alias', importIssueMessage('aliasMissing'))
    return ''
  }
  try {
    return checkAlias(text)
  } catch (error) {
    addIssue('alias', wordsOf(error))
    return text.toLowerCase()
  }
}

function readEmail(text: string, addIssue: AddIssue): string | null {
  if (z.email().max(254).safeParse(text).success) return text.toLowerCase()
  addIssue('email', importIssueMessage('emailInvalid'))
  return null
}

function readPlan(text: string, addIssue: AddIssue): GoodRow['plan'] {
  const found = Object.entries(planOf).find(([name]) => name === text.toUpperCase())
  if (!found) addIssue('plan', importIssueMessage('planUnknown', { plans: Object.keys(planOf).join(', ') }))
  return found?.[1] ?? planOf.FREE
}

/** A phone number stays as typed; a script URL isn't a link. */
const isLink = (text: string) =>
  text.length <= linkMax &&
  (/^https?:$/.test(parseLink(text)?.protocol ?? '') || /^[+\d][\d\s().-]{5,}$/.test(text) || /^@?[\w.-]+$/.test(text))

/** The same text can be a string, a number or a list: the first that the field's schema accepts. */
type Field = { name: string; schema: z.ZodType }

function readValue(field: Field, text: string): { read: unknown } | { issue: string } {
  const list = text.split(',').map((word) => word.trim())
  for (const meaning of [text, ...asJson(text), ...asYesOrNo(text), list.filter(Boolean)]) {
    const parsed = field.schema.safeParse(meaning)
    if (parsed.success) return { read: parsed.data }
  }
  return { issue: issueOf(field, text) }
}

function issueOf({ name, schema }: Field, text: string): string {
  const issues = schema.safeParse(text).error?.issues ?? []
  const long = issues.find((issue) => issue.code === 'too_big')
  if (long) return importIssueMessage('tooLong', { most: String(long.maximum) })
  if (isEmail(schema)) return importIssueMessage('emailInvalid')
  return describeIssue(issues[0], name) ?? importIssueMessage('mustBe', { what: describeSchema(schema) })
}

/** An empty cell is no value, so the messages don't mention that a field may be empty. */
const isEmail = (schema: z.ZodType) => describeSchema(schema).endsWith(describeSchema(z.email()))

function asJson(text: string): unknown[] {
  try {
    return [JSON.parse(text)]
  } catch {
    return []
  }
}

const asYesOrNo = (text: string) => (/^(yes|on)$/i.test(text) ? [true] : /^(no|off)$/i.test(text) ? [false] : [])

/** The message of an action's refusal. */
export function wordsOf(error: unknown): string {
  const refused: unknown = typeof error === 'object' && error !== null && 'problem' in error ? error.problem : null
  const problem = z
    .object({ title: z.string(), detail: z.string().optional(), issues: z.array(z.object({ message: z.string() })).optional() })
    .safeParse(refused)
  if (!problem.success) throw error
  return problem.data.issues?.[0]?.message ?? problem.data.detail ?? problem.data.title
}
