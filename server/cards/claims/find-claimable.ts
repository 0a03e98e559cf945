import { listOwners } from '#server/accounts/list-owners.ts'
import type { Db } from '#server/database/database.ts'
import { firstId } from '#server/database/new-id.ts'
import { problem } from '#server/http/problems/problem.ts'
import { findCardId, findSubject } from '../card-store.ts'
import type { Subject } from '../tables.ts'

/** A card without an owner. A card with an owner answers like a missing one. */
export async function findClaimable(db: Db, alias: string): Promise<Subject> {
  const id = await findCardId(db, alias)
  // Queried in both cases, so that they take equally long.
  const owners = await listOwners(db, id ?? firstId)
  const subject = id === null || owners.length > 0 ? null : await findSubject(db, id)
  if (!subject) throw problem('card-not-found')
  return subject
}
