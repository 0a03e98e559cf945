import type { Db } from '#server/database/database.ts'
import { listMembershipsOf } from './account-store.ts'

/** Which cards an account owns, and which of them somebody else owns too. */
export const listMemberships = (db: Db, accountId: string) => listMembershipsOf(db, accountId)
