import { and, inArray, notExists, eq, sql } from 'drizzle-orm'
import type { Db } from '#server/database/database.ts'
import { deleteAccount, deleteMembership } from './account-store.ts'
import { removeSignUps } from './mailed-links/link-store.ts'
import { deleteRefusedAddresses } from './rejections/rejection-store.ts'
import { accounts, memberships } from './tables.ts'

/** Deletes an account; its sessions, passkeys, links and devices go by their foreign keys. Returns its email. */
export async function eraseAccount(tx: Db, id: string): Promise<{ email: string } | null> {
  const deleted = await deleteAccount(tx, id)
  // An unconfirmed sign-up with the same address also contains the name.
  if (deleted) await removeSignUps(tx, deleted.email)
  if (deleted) await deleteRefusedAddresses(tx, [deleted.email])
  return deleted && { email: deleted.email }
}

/** Removes an owner from a card. True if the card still has another owner. */
export const eraseMembership = (tx: Db, membership: { accountId: string; subjectId: string }) => deleteMembership(tx, membership)

/** Deletes those of these accounts that no longer own a card; an administrator's stays. */
export async function removeAccountsWithoutCard(tx: Db, emails: readonly string[]) {
  const ownsCard = tx
    .select({ one: sql`1` })
    .from(memberships)
    .where(eq(memberships.accountId, accounts.id))
  await tx.delete(accounts).where(and(inArray(accounts.email, [...emails]), eq(accounts.isAdmin, false), notExists(ownsCard)))
}
