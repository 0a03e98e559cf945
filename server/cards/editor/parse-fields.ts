import { problem } from '#server/http/problems/problem.ts'
import { CardFields } from '#contract/cards/stored-card.ts'

/** The fields as they may be kept, or each fault by its field. */
export function parseFields(fields: unknown): CardFields {
  const parsed = CardFields.safeParse(fields)
  if (parsed.success) return parsed.data
  throw problem('input-invalid', { faults: parsed.error.issues.map(({ path, message }) => ({ path: path.join('.'), message })) })
}
