import type { Db } from '#server/database/database.ts'
import { updateAccount } from './account-store.ts'
import type { OwnerSession } from './sessions/require-owner.ts'

export const renameAccount = (db: Db, { accountId }: OwnerSession, name: string): Promise<void> => updateAccount(db, accountId, { name })
