import { describeAccount } from '#server/accounts/read-account.ts'
import type { AuditedAction } from '#server/audit/write-audit-entry.ts'
import { listCardsById } from '#server/cards/owned/list-cards.ts'
import type { Db } from '#server/database/database.ts'

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
