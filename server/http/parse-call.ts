import type { z } from 'zod'
import type { Endpoint } from '#contract/endpoint.ts'
import type { FieldFault } from '#contract/problem.ts'
import { problem } from './problem.ts'

export type RawCall = { params?: unknown; query?: unknown; input?: unknown }

/** The parts of a call by the contract. A bad word in the address is a place that is not there; elsewhere it is a fault to mend. */
export function parseCall({ params, query, input }: Pick<Endpoint, 'params' | 'query' | 'input'>, raw: RawCall) {
  return {
    params: params ? parseParams(params, raw.params) : {},
    query: query ? parse(query, raw.query ?? {}) : {},
    input: input ? parse(input, raw.input) : undefined,
  }
}

function parseParams(schema: z.ZodType, raw: unknown): unknown {
  const parsed = schema.safeParse(raw)
  if (!parsed.success) throw problem('not-found')
  return parsed.data
}

function parse(schema: z.ZodType, raw: unknown): unknown {
  const parsed = schema.safeParse(raw)
  if (!parsed.success) throw problem('input-invalid', { faults: parsed.error.issues.map(faultOf) })
  return parsed.data
}

function faultOf({ path, message }: z.core.$ZodIssue): FieldFault {
  return { path: path.join('.'), message }
}
