import { schemaIssue } from '#server/common/field-issue.ts'
import { problem } from '#server/http/problems/problem.ts'
import { CardFields } from '#contract/cards/stored-card.ts'

/** The validated fields, or a problem with an issue for each invalid one. */
export function parseFields(fields: unknown, schema: typeof CardFields = CardFields): CardFields {
  const parsed = schema.safeParse(fields, { reportInput: true })
  if (parsed.success) return parsed.data
  throw problem('input-invalid', { issues: parsed.error.issues.map(schemaIssue) })
}
