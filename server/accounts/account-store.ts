import { randomInt } from 'node:crypto'
import { and, asc, eq, inArray, sql, type SQL } from 'drizzle-orm'
import type { Db } from '#server/database/database.ts'
import { accounts, identities, memberships, type Account } from './tables.ts'

export async function findAccountByEmail(db: Db, email: string): Promise<Account | null> {
  const [account] = await db.select().from(accounts).where(eq(accounts.email, email))
  return account ?? null
}

export async function findAccount(db: Db, id: string): Promise<Account | null> {
  const [account] = await db.select().from(accounts).where(eq(accounts.id, id))
  return account ?? null
}

/** The current row, locked until the end of the transaction. */
export async function lockAccount(tx: Db, id: string): Promise<Account | null> {
  const [account] = await tx.select().from(accounts).where(eq(accounts.id, id)).for('no key update')
  return account ?? null
}

/** The account with this address, created if there is none. */
export async function findOrCreateAccount(
  tx: Db,
  { id, email, name, language, now }: { id: string; email: string; name: string; language: string; now: Date },
): Promise<Account> {
  const [account] = await tx
    .insert(accounts)
    .values({ id, email, name, language, createdAt: now })
    // A no-op update, so that `returning` includes an existing row.
    .onConflictDoUpdate({ target: accounts.email, set: { email: sql`excluded.email` } })
    .returning()
  if (!account) throw new Error('upsert returned no account')
  return account
}

export async function updateAccount(tx: Db, id: string, change: Partial<Omit<Account, 'id'>>): Promise<void> {
  await tx.update(accounts).set(change).where(eq(accounts.id, id))
}

/** Invalidates the known-browser cookies of an account. */
export const forgetBrowsers = (tx: Db, id: string): Promise<void> => forgetWhere(tx, eq(accounts.id, id))
export const forgetBrowsersByEmail = (tx: Db, emails: string[]): Promise<void> => forgetWhere(tx, inArray(accounts.email, emails))

/** Invalidates those of every account. A random epoch, because after a restore cookies may carry higher epochs than the database. */
export async function forgetAllBrowsers(tx: Db): Promise<void> {
  await tx.update(accounts).set({ browserEpoch: randomInt(2 ** 16, 2 ** 30) })
}

async function forgetWhere(tx: Db, condition: SQL): Promise<void> {
  await tx
    .update(accounts)
    .set({ browserEpoch: sql`${accounts.browserEpoch} + 1` })
    .where(condition)
}

export async function findIdentity(db: Db, issuer: string, subject: string): Promise<{ accountId: string } | null> {
  const [found] = await db
    .select({ accountId: identities.accountId })
    .from(identities)
    .where(and(eq(identities.issuer, issuer), eq(identities.subject, subject)))
  return found ?? null
}

export async function insertIdentity(tx: Db, row: typeof identities.$inferInsert): Promise<void> {
  await tx.insert(identities).values(row).onConflictDoNothing()
}

export async function deleteIdentitiesOf(tx: Db, accountId: string): Promise<void> {
  await tx.delete(identities).where(eq(identities.accountId, accountId))
}

export async function listIdentitiesOf(db: Db, accountId: string): Promise<{ issuer: string; createdAt: Date }[]> {
  return db
    .select({ issuer: identities.issuer, createdAt: identities.createdAt })
    .from(identities)
    .where(eq(identities.accountId, accountId))
    .orderBy(asc(identities.issuer), asc(identities.createdAt))
    .limit(100)
}

/** Cancels the deletion of an account, unless erasure has started. Here because this slice comes before `privacy`. */
export async function deleteDeletionRequestOf(tx: Db, accountId: string): Promise<void> {
  await tx.execute(sql`delete from account_leaving where account_id = ${accountId} and begun_at is null`)
}

/** An account’s cards, oldest first, and whether another account owns each too. */
export async function listMembershipsOf(db: Db, accountId: string): Promise<{ subjectId: string; isShared: boolean }[]> {
  const { rows } = await db.execute<{ subjectId: string; isShared: boolean }>(sql`
    select m.subject_id as "subjectId",
      exists (select 1 from membership o where o.subject_id = m.subject_id and o.account_id <> m.account_id) as "isShared"
    from membership m where m.account_id = ${accountId} order by m.created_at, m.subject_id`)
  return rows
}

/** True if the card still has another owner. Locks the memberships, so that concurrent calls run one after the other. */
export async function deleteMembership(tx: Db, { accountId, subjectId }: { accountId: string; subjectId: string }): Promise<boolean> {
  const owners = await tx
    .select({ accountId: memberships.accountId })
    .from(memberships)
    .where(eq(memberships.subjectId, subjectId))
    .orderBy(asc(memberships.accountId))
    .for('update')
  await tx.delete(memberships).where(and(eq(memberships.accountId, accountId), eq(memberships.subjectId, subjectId)))
  return owners.some((owner) => owner.accountId !== accountId)
}

export async function deleteAccount(tx: Db, id: string): Promise<Account | null> {
  const [deleted] = await tx.delete(accounts).where(eq(accounts.id, id)).returning()
  return deleted ?? null
}
