import type { Endpoint } from '#contract/endpoint.ts'
import { schemaIssueCodes } from '#contract/input-issues.ts'
import { propertyOf } from '#common/property-of.ts'

/** Every code that an error of a call’s input can have: those of its schemas, and those it declares. */
export function codesOf({ query, input, codes = [] }: Endpoint): string[] {
  const schemas = [query, input].filter((schema) => schema !== undefined)
  const own = schemas.flatMap((schema) => [...messagesIn(schema, new Set())])
  return [...new Set([...(schemas.length > 0 ? schemaIssueCodes : []), ...own, ...codes])]
}

/** The messages of a schema and of the schemas inside, which are codes. */
function* messagesIn(part: unknown, visited: Set<unknown>): Generator<string> {
  if (typeof part !== 'object' || part === null || visited.has(part)) return
  visited.add(part)
  const def = propertyOf(propertyOf(part, '_zod'), 'def')
  const error = propertyOf(def, 'error')
  if (typeof error === 'function') {
    const message: unknown = error({})
    if (typeof message === 'string') yield message
  }
  const isPlain = Array.isArray(part) || [Object.prototype, null].includes(Object.getPrototypeOf(part))
  for (const inner of Object.values(def ?? (isPlain ? part : {}))) yield* messagesIn(inner, visited)
}
