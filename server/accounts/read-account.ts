import type { Db } from '#server/database/database.ts'
import { findAccount } from './account-store.ts'

/** Where to write to somebody, and in which language; null where the account is gone. */
export async function readAccount(db: Db, id: string): Promise<{ email: string; language: string } | null> {
  const account = await findAccount(db, id)
  return account && { email: account.email, language: account.language }
}
