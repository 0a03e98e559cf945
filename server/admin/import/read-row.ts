import { z } from 'zod'
import type { CardFields } from '#contract/cards/stored-card.ts'
import { describeSchema, unwrap } from '#contract/describe-schema.ts'
import type { ImportIssue } from '#contract/admin/admin.ts'
import { isProblem } from '#contract/api.ts'
import type { Issue } from '#contract/problem.ts'
import type { PlanCode } from '#contract/billing/plans.ts'
import { parseLink } from '#common/text/web-link.ts'
import { checkAlias } from '#server/cards/owned/create-card.ts'
import { describeDraftIssue } from '#server/cards/editor/describe-draft-issue.ts'
import { fieldIssue, importIssue } from '#server/common/field-issue.ts'
import type { Column } from './read-header.ts'
import type { CsvRecord } from '#server/common/parse-csv.ts'

export type RowIssue = ImportIssue
type LineIssue = Required<Issue>
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
  if (issue !== undefined) return [{ line, field: '', ...importIssue(issue) }]
  if (cells.length !== columns.length)
    return [{ line, field: '', ...importIssue('fieldCountMismatch', { count: cells.length, first: columns.length }) }]
  const issues: RowIssue[] = []
  const addIssue: AddIssue = (field, { code, values, message }) => void issues.push({ line, field, code, values, message })
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
      else addIssue(column.name, importIssue('serviceLinkInvalid'))
    } else {
      const value = readValue(column, text)
      if ('issue' in value) addIssue(column.name, value.issue)
      else fields[column.name] = value.read
    }
  })
  if (!['fullName', 'firstName', 'lastName'].some((name) => fields[name] || issues.some(({ field }) => field === name)))
    addIssue('fullName', importIssue('cardNameMissing'))
  // Each field was parsed with its own schema; creating the card parses all of them again.
  return issues.length > 0 ? issues : { ...row, fields: fields as CardFields }
}

type AddIssue = (field: string, issue: LineIssue) => void

function readAlias(text: string, addIssue: AddIssue): string {
  if (text === '') {
    addIssue('alias', importIssue('aliasMissing'))
    return ''
  }
  try {
    return checkAlias(text)
  } catch (error) {
    addIssue('alias', issueOfProblem(error))
    return text.toLowerCase()
  }
}

function readEmail(text: string, addIssue: AddIssue): string | null {
  if (z.email().max(254).safeParse(text).success) return text.toLowerCase()
  addIssue('email', importIssue('ownerEmailInvalid'))
  return null
}

function readPlan(text: string, addIssue: AddIssue): GoodRow['plan'] {
  const found = Object.entries(planOf).find(([name]) => name === text.toUpperCase())
  if (!found) addIssue('plan', importIssue('planUnknown', { plans: Object.keys(planOf).join(', ') }))
  return found?.[1] ?? planOf.FREE
}

/** A phone number stays as typed; a script URL isn't a link. */
const isLink = (text: string) =>
  text.length <= linkMax &&
  (/^https?:$/.test(parseLink(text)?.protocol ?? '') || /^[+\d][\d\s().-]{5,}$/.test(text) || /^@?[\w.-]+$/.test(text))

/** The same text can be a string, a number or a list: the first that the field's schema accepts. */
type Field = { name: string; schema: z.ZodType }

function readValue(field: Field, text: string): { read: unknown } | { issue: LineIssue } {
  const list = text.split(',').map((word) => word.trim())
  for (const meaning of [text, ...asJson(text), ...asYesOrNo(text), list.filter(Boolean)]) {
    const parsed = field.schema.safeParse(meaning)
    if (parsed.success) return { read: parsed.data }
  }
  return { issue: issueOf(field, text) }
}

function issueOf({ name, schema }: Field, text: string): LineIssue {
  const [first, ...rest] = schema.safeParse(text).error?.issues ?? []
  const long = [first, ...rest].find((issue) => issue?.code === 'too_big')
  if (long?.code === 'too_big') return fieldIssue(name, 'tooLong', { most: Number(long.maximum) })
  const inner = unwrap(schema)
  // An empty cell is no value, so no message mentions that a field may be empty.
  if (inner instanceof z.ZodUnion && inner.options.some((option) => option instanceof z.ZodEmail)) return importIssue('ownerEmailInvalid')
  const known = first && describeDraftIssue(first, [name])
  if (known && known.code !== 'invalid') return known
  if (inner instanceof z.ZodBoolean) return importIssue('mustBeBoolean')
  if (inner instanceof z.ZodNumber) return importIssue('mustBeNumber')
  if (inner instanceof z.ZodEnum) return importIssue('mustBeOneOf', { names: inner.options.join(', ') })
  return importIssue('mustBe', { what: describeSchema(schema) })
}

function asJson(text: string): unknown[] {
  try {
    return [JSON.parse(text)]
  } catch {
    return []
  }
}

const asYesOrNo = (text: string) => (/^(yes|on)$/i.test(text) ? [true] : /^(no|off)$/i.test(text) ? [false] : [])

/** Why an action refused a row. Its code is empty where the action has only a sentence. */
export function issueOfProblem(error: unknown): LineIssue {
  if (!isProblem(error)) throw error
  const { issues: [first] = [], detail, title } = error.problem
  const { code = '', values = {}, message } = first ?? { ...error.problem, message: detail ?? title }
  return { code, values, message }
}
