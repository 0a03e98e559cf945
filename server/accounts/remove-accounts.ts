import { and, inArray, notExists, eq, sql } from 'drizzle-orm'
import type { Db } from '#server/database/database.ts'
import { accounts, memberships } from './tables.ts'

/** Removes those of the named accounts that own no card any more. */
export async function removeAccountsWithoutCard(tx: Db, emails: readonly string[]) {
  const ownsCard = tx
    .select({ one: sql`1` })
    .from(memberships)
    .where(eq(memberships.accountId, accounts.id))
  await tx.delete(accounts).where(and(inArray(accounts.email, [...emails]), notExists(ownsCard)))
}
