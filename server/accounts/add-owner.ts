import type { Db } from '#server/database/database.ts'
import { newId } from '#server/database/new-id.ts'
import { findOrCreateAccount } from './account-store.ts'
import { memberships } from './tables.ts'

/** Adds an owner to a card by email, and creates their account if they have none. */
export async function addOwner(tx: Db, { subjectId, email, name = '' }: { subjectId: string; email: string; name?: string }, now: Date) {
  const address = email.trim().toLowerCase()
  const account = await findOrCreateAccount(tx, { id: newId(now.getTime()), email: address, name, language: '', now })
  await tx.insert(memberships).values({ subjectId, accountId: account.id, createdAt: now }).onConflictDoNothing()
}

/** Adds an account to a card's owners. */
export async function addMember(tx: Db, { subjectId, accountId }: { subjectId: string; accountId: string }, now: Date): Promise<void> {
  await tx.insert(memberships).values({ subjectId, accountId, createdAt: now }).onConflictDoNothing()
}
