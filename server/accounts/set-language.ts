import type { Db } from '#server/database/database.ts'
import { updateAccount } from './account-store.ts'

/** The language somebody is written to in; empty for what their browser asks for. */
export async function setLanguage(tx: Db, accountId: string, language: string): Promise<void> {
  await updateAccount(tx, accountId, { language })
}
