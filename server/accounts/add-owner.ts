import type { Db } from '#server/database/database.ts'
import { newId } from '#server/database/new-id.ts'
import { putAccount } from './account-store.ts'
import { memberships } from './tables.ts'

/** Makes somebody an owner of a card, with an account of their own if they have none yet. */
export async function addOwner(tx: Db, { subjectId, email, name = '' }: { subjectId: string; email: string; name?: string }, now: Date) {
  const address = email.trim().toLowerCase()
  const account = await putAccount(tx, { id: newId(now.getTime()), email: address, name, language: '', now })
  await tx.insert(memberships).values({ subjectId, accountId: account.id, createdAt: now }).onConflictDoNothing()
}

/** Makes an account an owner of a card. */
export async function addMember(tx: Db, { subjectId, accountId }: { subjectId: string; accountId: string }, now: Date): Promise<void> {
  await tx.insert(memberships).values({ subjectId, accountId, createdAt: now }).onConflictDoNothing()
}
