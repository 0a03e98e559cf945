import type { Actor } from '#server/audit/write-audit-entry.ts'
import type { Db } from '#server/database/database.ts'
import type { Caller } from '#server/http/calls/mount.ts'
import { problem } from '#server/http/problems/problem.ts'
import { findAccount } from '../account-store.ts'

/** The calling administrator, as the audit log records them. */
export async function readActor(db: Db, caller: Caller): Promise<Actor> {
  const account = caller.kind === 'owner' ? await findAccount(db, caller.accountId) : null
  if (!account) throw problem('not-found')
  return { accountId: account.id, name: account.email }
}
