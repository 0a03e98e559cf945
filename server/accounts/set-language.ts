import type { Db } from '#server/database/database.ts'
import { updateAccount } from './account-store.ts'

/** The language of an account's mails; empty for the browser's language. */
export async function setLanguage(tx: Db, accountId: string, language: string): Promise<void> {
  await updateAccount(tx, accountId, { language })
}
