import type { z } from 'zod'
import type { Endpoint } from '#contract/endpoint.ts'
import type { FieldIssue } from '#contract/problem.ts'
import { problem } from '../problems/problem.ts'

export type RawCall = { params?: unknown; query?: unknown; input?: unknown }

/** Parses the parts of a call by the contract. An invalid path parameter is 404; elsewhere an invalid value is an issue to report. */
export function parseCall({ params, query, input, rawBody }: Pick<Endpoint, 'params' | 'query' | 'input' | 'rawBody'>, raw: RawCall) {
  return {
    params: params ? parseParams(params, raw.params) : {},
    query: query ? parse(query, raw.query ?? {}) : {},
    input: rawBody ? bytesOf(raw.input) : input ? parse(input, raw.input) : undefined,
  }
}

function bytesOf(raw: unknown): Uint8Array {
  if (!(raw instanceof Uint8Array)) throw problem('bad-request')
  return raw
}

function parseParams(schema: z.ZodType, raw: unknown): unknown {
  const parsed = schema.safeParse(raw)
  if (!parsed.success) throw problem('not-found')
  return parsed.data
}

function parse(schema: z.ZodType, raw: unknown): unknown {
  checkStorable(raw)
  // Without reportInput an issue has no input, and a wrong type looks like a missing value.
  const parsed = schema.safeParse(raw, { reportInput: true })
  if (!parsed.success) throw problem('input-invalid', { issues: parsed.error.issues.map(issueOf) })
  return parsed.data
}

function issueOf(issue: z.core.$ZodIssue): FieldIssue {
  return { path: issue.path.join('.'), message: messageOf(issue), ...(isMissing(issue) ? { code: 'missing' } : {}) }
}

const isMissing = (issue: z.core.$ZodIssue) =>
  (issue.code === 'too_small' && issue.minimum === 1) || (issue.code === 'invalid_type' && issue.input === undefined)

const typeNames: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
}

/** The message for the person who typed the value; the contract's own message if it has one. */
function messageOf(issue: z.core.$ZodIssue): string {
  if (!/^(Invalid|Too (big|small)|Unrecognized)/.test(issue.message)) return issue.message
  if (isMissing(issue)) return 'This is required.'
  if (issue.code === 'too_big') return `This is too long or too large: at most ${issue.maximum}.`
  if (issue.code === 'too_small') return `This is too short or too small: at least ${issue.minimum}.`
  if (issue.code === 'unrecognized_keys') return `There is no such field: ${issue.keys.join(', ')}.`
  if (issue.code === 'invalid_type') return `This must be ${typeNames[issue.expected] ?? 'of another type'}.`
  return 'This value isn’t valid.'
}

const depthMax = 20

/** PostgreSQL rejects NUL and lone surrogates in text, so they are refused here. So is nesting deeper than any valid input. */
function checkStorable(value: unknown, depth = 0): void {
  if (typeof value === 'string') return checkText(value)
  if (typeof value !== 'object' || value === null) return
  if (depth > depthMax) throw problem('bad-request', { detail: 'The body is nested too deeply.' })
  for (const [key, item] of Object.entries(value)) {
    checkText(key)
    checkStorable(item, depth + 1)
  }
}

function checkText(text: string) {
  if (text.includes('\0')) throw problem('bad-request', { detail: 'The body contains a NUL character.' })
  if (!text.isWellFormed()) throw problem('bad-request', { detail: 'The body contains an invalid character (a lone surrogate).' })
}
