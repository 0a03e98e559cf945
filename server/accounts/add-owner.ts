import { eq } from 'drizzle-orm'
import type { Db } from '#server/db/database.ts'
import { newId } from '#server/db/new-id.ts'
import { accounts, memberships } from './tables.ts'

/** Makes somebody an owner of a card, with an account of their own if they have none yet. */
export async function addOwner(tx: Db, { subjectId, email, name = '' }: { subjectId: string; email: string; name?: string }, now: Date) {
  const address = email.trim().toLowerCase()
  await tx
    .insert(accounts)
    .values({ id: newId(now.getTime()), email: address, name, createdAt: now })
    .onConflictDoNothing()
  const [account] = await tx.select({ id: accounts.id }).from(accounts).where(eq(accounts.email, address))
  if (account) await tx.insert(memberships).values({ subjectId, accountId: account.id, createdAt: now }).onConflictDoNothing()
}
