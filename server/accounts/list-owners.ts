import { asc, eq } from 'drizzle-orm'
import type { Db } from '#server/db/database.ts'
import { accounts, memberships } from './tables.ts'

/** The e-mail addresses of a card's owners, for the operator. */
export async function listOwners(db: Db, subjectId: string): Promise<string[]> {
  const found = await db
    .select({ email: accounts.email })
    .from(memberships)
    .innerJoin(accounts, eq(accounts.id, memberships.accountId))
    .where(eq(memberships.subjectId, subjectId))
    .orderBy(asc(accounts.email))
  return found.map(({ email }) => email)
}
