import { z } from 'zod'
import { type CardFields, TypedCardFields } from '#contract/cards/stored-card.ts'
import { schemaIssue } from '#server/common/field-issue.ts'
import { UserError } from '#server/common/user-error.ts'
import { nearest } from '../../server/common/word-distance.ts'
import { UsageError } from '../command.ts'
import { describeSchema, unwrap } from '#contract/describe-schema.ts'

/** Parses `title=Broker settings.tagLine.show=true` into the fields to change. A dotted name changes a part of a document. */
export function readFields(words: string[], present: Readonly<Record<string, unknown>>): CardFields {
  const fields: Record<string, unknown> = {}
  const issues: string[] = []
  for (const word of words) {
    const at = word.indexOf('=')
    if (at < 1) throw new UsageError(`“${word}” is not FIELD=VALUE, such as title="Broker, GRI".`)
    const path = word.slice(0, at).split('.')
    const [field = '', ...inside] = path
    const found = schemaAt(path)
    if (typeof found === 'string') {
      issues.push(found)
      continue
    }
    const value = readValue(found, word.slice(at + 1))
    if ('issue' in value) issues.push(`${path.join('.')}: ${value.issue}`)
    else fields[field] = inside.length === 0 ? value.read : setIn(fields[field] ?? present[field], inside, value.read)
  }
  if (issues.length > 0) throw new UserError(`Nothing was changed.\n${issues.join('\n')}`)
  // Each field was parsed with its own schema; the action parses all of them again.
  return fields as CardFields
}

/** The schema of the named field, or a sentence saying that there is no such field. */
function schemaAt(path: string[]): z.ZodType | string {
  let schema: z.ZodType = TypedCardFields
  for (const [index, step] of path.entries()) {
    const inner = unwrap(schema)
    const place = path.slice(0, index).join('.')
    if (inner instanceof z.ZodRecord) {
      schema = inner.valueType as z.ZodType
      continue
    }
    if (!(inner instanceof z.ZodObject)) return `${place}: has no parts; it takes ${describeSchema(inner)}.`
    const next: unknown = Object.hasOwn(inner.shape, step) ? inner.shape[step] : undefined
    if (!(next instanceof z.ZodType)) return unknownField(step, place, Object.keys(inner.shape))
    schema = next
  }
  return schema
}

function unknownField(step: string, place: string, known: string[]): string {
  const near = nearest(step, known)
  const where = place ? ` in ${place}` : ''
  const hint = near ? `Did you mean ${near}?` : place ? `There are ${known.join(', ')}.` : 'To list the fields: cards show ALIAS --all'
  return `There is no field “${step}”${where}. ${hint}`
}

/** The same text can be a string, a number or a list: uses the first that the field's schema accepts. */
function readValue(schema: z.ZodType, text: string): { read: unknown } | { issue: string } {
  const meanings = [{ as: text }, ...asJson(text), ...asYesOrNo(text), ...(text.startsWith('[') ? [] : [{ as: listOf(text) }])]
  for (const { as } of meanings) {
    const parsed = schema.safeParse(as)
    if (parsed.success) return { read: parsed.data }
  }
  return { issue: issueOf(schema, text) }
}

function asJson(text: string): { as: unknown }[] {
  try {
    return [{ as: JSON.parse(text) as unknown }]
  } catch {
    return []
  }
}

function asYesOrNo(text: string): { as: boolean }[] {
  if (/^(yes|on)$/i.test(text)) return [{ as: true }]
  return /^(no|off)$/i.test(text) ? [{ as: false }] : []
}

const listOf = (text: string) =>
  text
    .split(',')
    .map((word) => word.trim())
    .filter(Boolean)

function issueOf(schema: z.ZodType, text: string): string {
  const quoted = `“${text.length > 60 ? `${text.slice(0, 60)}…` : text}”`
  const meant = unwrap(schema) instanceof z.ZodString ? text : (asJson(text)[0]?.as ?? text)
  const issues = schema.safeParse(meant).error?.issues ?? []
  const found = issues.find(({ code }) => !['invalid_type', 'invalid_union', 'invalid_value'].includes(code))
  const words = found && [...found.path, schemaIssue(found).message].join(': ')
  return words ? `${words}. You entered ${quoted}.`.replace('..', '.') : `takes ${describeSchema(schema)}, not ${quoted}.`
}

function setIn(present: unknown, [step = '', ...rest]: string[], value: unknown): unknown {
  const whole = typeof present === 'object' && present !== null && !Array.isArray(present) ? present : {}
  const part: unknown = Object.entries(whole).find(([name]) => name === step)?.[1]
  return { ...whole, [step]: rest.length === 0 ? value : setIn(part, rest, value) }
}
