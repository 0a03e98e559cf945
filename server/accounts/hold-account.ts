import { count, eq } from 'drizzle-orm'
import type { Db } from '#server/database/database.ts'
import { accounts, memberships } from './tables.ts'

/** Whose deeds wait for each other till the end of the transaction, and how many cards they have; null where they are gone. */
export async function holdAccount(tx: Db, accountId: string): Promise<{ email: string; cardCount: number } | null> {
  const [account] = await tx.select({ email: accounts.email }).from(accounts).where(eq(accounts.id, accountId)).for('update')
  if (!account) return null
  const [owned] = await tx.select({ cards: count() }).from(memberships).where(eq(memberships.accountId, accountId))
  return { email: account.email, cardCount: owned?.cards ?? 0 }
}
