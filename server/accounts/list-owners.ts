import { asc, eq } from 'drizzle-orm'
import type { Db } from '#server/database/database.ts'
import { accounts, memberships } from './tables.ts'

type Owner = { accountId: string; email: string; language: string }

/** Whom a card belongs to: where to write to them, and in which language. */
export async function listOwners(db: Db, subjectId: string): Promise<Owner[]> {
  return db
    .select({ accountId: accounts.id, email: accounts.email, language: accounts.language })
    .from(memberships)
    .innerJoin(accounts, eq(accounts.id, memberships.accountId))
    .where(eq(memberships.subjectId, subjectId))
    .orderBy(asc(accounts.email))
}
