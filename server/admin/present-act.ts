import type { ActLine } from '#contract/admin/operator.ts'
import type { OperatorActRow } from '#server/audit/tables.ts'

export function presentAct({ id, at, actor, act, alias, detail }: OperatorActRow): ActLine {
  const parts = Object.entries(detail).map(([name, value]) => [name, Array.isArray(value) ? [...value] : value] as const)
  return { id, at: at.toISOString(), actor, act, alias, detail: Object.fromEntries(parts) as ActLine['detail'] }
}
