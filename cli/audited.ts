import { describeAccount } from '#server/accounts/read-account.ts'
import { commandLine, type AuditedAction, withAuditEntry } from '#server/audit/write-audit-entry.ts'
import { listCardsById } from '#server/cards/owned/list-cards.ts'
import type { Db } from '#server/database/database.ts'
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

/** How the audit log names an account: an administrator by email, an owner by the oldest card, an account without a card by email. Null: no such account. */
export async function auditSubjectOf(db: Db, email: string): Promise<Omit<AuditedAction, 'act'> | null> {
  const address = email.trim().toLowerCase()
  const account = await describeAccount(db, address)
  if (!account) return null
  const [subjectId] = account.subjectIds
  const [card] = subjectId === undefined ? [] : await listCardsById(db, [subjectId])
  return {
    ...(card ? { subjectId: card.id, alias: card.alias } : {}),
    ...(account.isAdmin ? { detail: { admin: address } } : card ? {} : { detail: { account: address } }),
  }
}
