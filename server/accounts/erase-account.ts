import { and, inArray, notExists, eq, sql } from 'drizzle-orm'
import type { Db } from '#server/database/database.ts'
import { deleteAccount, deleteMembership } from './account-store.ts'
import { removeSignUps } from './mailed-links/link-store.ts'
import { accounts, memberships } from './tables.ts'

/** An account with its sessions, passkeys, links and devices: they go by their foreign keys. Answers whose it was. */
export async function eraseAccount(tx: Db, id: string): Promise<{ email: string } | null> {
  const gone = await deleteAccount(tx, id)
  // Asked for under the same address and never confirmed: it holds the name too.
  if (gone) await removeSignUps(tx, gone.email)
  return gone && { email: gone.email }
}

/** Somebody owns a card no longer. Answers whether it stays with somebody else. */
export const eraseMembership = (tx: Db, membership: { accountId: string; subjectId: string }) => deleteMembership(tx, membership)

/** Removes those of the named accounts that own no card any more. */
export async function removeAccountsWithoutCard(tx: Db, emails: readonly string[]) {
  const ownsCard = tx
    .select({ one: sql`1` })
    .from(memberships)
    .where(eq(memberships.accountId, accounts.id))
  await tx.delete(accounts).where(and(inArray(accounts.email, [...emails]), notExists(ownsCard)))
}
