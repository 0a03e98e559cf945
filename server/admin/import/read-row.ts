import { z } from 'zod'
import type { CardFields } from '#contract/cards/stored-card.ts'
import { describeSchema } from '#contract/describe-schema.ts'
import { sayImportFault } from '#contract/cards/import-faults.ts'
import type { PlanCode } from '#contract/billing/plans.ts'
import { parseLink } from '#contract/text/web-link.ts'
import { checkAlias } from '#server/cards/owned/create-card.ts'
import { describeFault } from '#server/cards/editor/describe-fault.ts'
import type { Column } from './read-header.ts'
import type { CsvRecord } from './parse-csv.ts'

export type RowFault = { line: number; field: string; message: string }
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

/** A line as a card to be made, or everything that is wrong with it. */
export function readRow({ line, cells, fault }: CsvRecord, columns: readonly Column[]): GoodRow | RowFault[] {
  if (fault !== undefined) return [{ line, field: '', message: fault }]
  if (cells.length !== columns.length)
    return [{ line, field: '', message: sayImportFault('fieldCount', { count: cells.length, first: columns.length }) }]
  const faults: RowFault[] = []
  const blame = (field: string, message: string) => void faults.push({ line, field, message })
  const row: GoodRow = { line, alias: '', fields: {}, plan: planOf.FREE, owner: null, services: [] }
  const fields: Record<string, unknown> = {}
  columns.forEach((column, index) => {
    const text = (cells[index] ?? '').trim()
    if (column.kind === 'alias') row.alias = readAlias(text, blame)
    if (text === '' || column.kind === 'alias' || column.kind === 'nothing') return
    if (column.kind === 'email') row.owner = readEmail(text, blame)
    else if (column.kind === 'plan') row.plan = readPlan(text, blame)
    else if (column.kind === 'service') {
      if (isLink(text)) row.services.push({ gradeServiceId: column.id, directLink: text })
      else blame(column.name, sayImportFault('linkWrong'))
    } else {
      const value = readValue(column, text)
      if ('fault' in value) blame(column.name, value.fault)
      else fields[column.name] = value.read
    }
  })
  if (!['fullName', 'firstName', 'lastName'].some((name) => fields[name] || faults.some(({ field }) => field === name)))
    blame('fullName', sayImportFault('nameMissing'))
  // Each was read with its own schema; the act that makes the card parses the whole once more.
  return faults.length > 0 ? faults : { ...row, fields: fields as CardFields }
}

type Blame = (field: string, message: string) => void

function readAlias(text: string, blame: Blame): string {
  if (text === '') {
    blame('alias', sayImportFault('aliasMissing'))
    return ''
  }
  try {
    return checkAlias(text)
  } catch (error) {
    blame('alias', wordsOf(error))
    return text.toLowerCase()
  }
}

function readEmail(text: string, blame: Blame): string | null {
  if (z.email().max(254).safeParse(text).success) return text.toLowerCase()
  blame('email', sayImportFault('emailWrong'))
  return null
}

function readPlan(text: string, blame: Blame): GoodRow['plan'] {
  const found = Object.entries(planOf).find(([name]) => name === text.toUpperCase())
  if (!found) blame('plan', sayImportFault('planUnknown', { plans: Object.keys(planOf).join(', ') }))
  return found?.[1] ?? planOf.FREE
}

/** A number to write to is kept as it is typed; whatever could run is no link. */
const isLink = (text: string) =>
  text.length <= linkMax &&
  (/^https?:$/.test(parseLink(text)?.protocol ?? '') || /^[+\d][\d\s().-]{5,}$/.test(text) || /^@?[\w.-]+$/.test(text))

/** The same letters can mean text, a number or a list: the first meaning that the field takes is meant. */
type Field = { name: string; schema: z.ZodType }

function readValue(field: Field, text: string): { read: unknown } | { fault: string } {
  const list = text.split(',').map((word) => word.trim())
  for (const meaning of [text, ...asJson(text), ...asYesOrNo(text), list.filter(Boolean)]) {
    const parsed = field.schema.safeParse(meaning)
    if (parsed.success) return { read: parsed.data }
  }
  return { fault: faultOf(field, text) }
}

function faultOf({ name, schema }: Field, text: string): string {
  const issues = schema.safeParse(text).error?.issues ?? []
  const long = issues.find((issue) => issue.code === 'too_big')
  if (long) return sayImportFault('tooLong', { most: String(long.maximum) })
  if (isEmail(schema)) return sayImportFault('emailWrong')
  return describeFault(issues[0], name) ?? sayImportFault('takes', { what: describeSchema(schema) })
}

/** An empty cell is no value, so that a field may also be empty goes without saying. */
const isEmail = (schema: z.ZodType) => describeSchema(schema).endsWith(describeSchema(z.email()))

function asJson(text: string): unknown[] {
  try {
    return [JSON.parse(text)]
  } catch {
    return []
  }
}

const asYesOrNo = (text: string) => (/^(yes|on)$/i.test(text) ? [true] : /^(no|off)$/i.test(text) ? [false] : [])

/** What an act refuses with carries its own words. */
export function wordsOf(error: unknown): string {
  const refused: unknown = typeof error === 'object' && error !== null && 'problem' in error ? error.problem : null
  const problem = z
    .object({ title: z.string(), detail: z.string().optional(), faults: z.array(z.object({ message: z.string() })).optional() })
    .safeParse(refused)
  if (!problem.success) throw error
  return problem.data.faults?.[0]?.message ?? problem.data.detail ?? problem.data.title
}
