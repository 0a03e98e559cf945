import { listOwners } from '#server/accounts/list-owners.ts'
import type { Db } from '#server/database/database.ts'
import { problem } from '#server/http/problems/problem.ts'
import { findCard } from '../card-store.ts'
import type { Subject } from '../tables.ts'

const nobodys = '00000000-0000-0000-0000-000000000000'

/** A card that has no owner. One that has looks like one that is not there. */
export async function findClaimable(db: Db, alias: string): Promise<Subject> {
  const found = await findCard(db, alias, undefined)
  // Asked either way: the refusal takes as long.
  const owners = await listOwners(db, found?.subject.id ?? nobodys)
  if (!found || owners.length > 0) throw problem('card-not-found')
  return found.subject
}
