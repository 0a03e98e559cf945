import { commandLine, type AuditedAction, withAuditEntry } from '#server/audit/write-audit-entry.ts'
import type { CommandContext, OpenOptions, Resources } from './command.ts'

/** Opens the resources so that each write adds this action to the audit log in the same transaction. */
export async function openAudited(context: CommandContext, done: AuditedAction, options?: OpenOptions): Promise<Resources> {
  const resources = await context.open(options)
  return { ...resources, changes: withAuditEntry({ changes: resources.changes, clock: context.clock }, commandLine, done) }
}

/** Adds an action to the audit log that changed something outside the database. */
export async function recordAudit(context: CommandContext, done: AuditedAction): Promise<void> {
  const { changes } = await openAudited(context, done)
  await changes.write(async () => {})
}
