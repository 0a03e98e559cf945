import type { z } from 'zod'
import type { Endpoint } from '#contract/endpoint.ts'
import { inCodes, schemaIssue } from '#server/common/field-issue.ts'
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
  const parsed = schema.safeParse(raw, inCodes)
  if (!parsed.success) throw problem('input-invalid', { issues: parsed.error.issues.map(schemaIssue) })
  return parsed.data
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
