import type { AuditEntryLine } from '#contract/admin/admin.ts'
import type { AuditEntry } from '#server/audit/tables.ts'

export function presentAuditEntry({ id, at, actor, act, alias, detail }: AuditEntry): AuditEntryLine {
  const parts = Object.entries(detail).map(([name, value]) => [name, Array.isArray(value) ? [...value] : value] as const)
  return { id, at: at.toISOString(), actor, act, alias, detail: Object.fromEntries(parts) as AuditEntryLine['detail'] }
}
