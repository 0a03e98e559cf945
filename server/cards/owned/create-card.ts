import { randomBytes } from 'node:crypto'
import { Alias } from '#contract/cards/cards.ts'
import { joined } from '#contract/text/full-name.ts'
import { sayImportFault } from '#contract/cards/import-faults.ts'
import { reservedSegments } from '#contract/pages.ts'
import type { Db } from '#server/database/database.ts'
import { newId } from '#server/database/new-id.ts'
import { problem } from '#server/http/problems/problem.ts'
import { insertSubject } from '../card-store.ts'
import { isAtRest } from '../aliases/resting-store.ts'
import type { CardFields } from '#contract/cards/stored-card.ts'
import { parseFields } from '../editor/parse-fields.ts'

/** A new card at a free alias. Runs inside the caller's transaction, so that what belongs to it arrives with it. */
export async function createCard(
  tx: Db,
  { alias, isDemo = false, id: wanted, ...fields }: { alias: string; isDemo?: boolean; id?: string } & CardFields,
  now: Date,
): Promise<{ id: string; alias: string }> {
  const name = checkAlias(alias)
  // Its last owner's visitors still come by: for a while it is nobody's.
  if (await isAtRest(tx, name, now)) throw problem('conflict', { detail: sayImportFault('aliasRests', { alias: name }) })
  const id = wanted ?? newId(now.getTime())
  const checked = parseFields(fields)
  const fullName = checked.fullName ?? joined(checked.firstName ?? '', checked.lastName ?? '')
  await insertSubject(tx, {
    ...checked,
    fullName,
    id,
    key: randomBytes(12).toString('base64url'),
    alias: name,
    isDemo,
    createdAt: now,
    updatedAt: now,
  })
  return { id, alias: name }
}

export function checkAlias(alias: string): string {
  const name = alias.toLowerCase()
  const { success, error } = Alias.safeParse(name)
  if (!success) throw problem('input-invalid', { faults: [{ path: 'alias', message: error.issues[0]?.message ?? '' }] })
  if (reservedSegments.has(name)) throw problem('conflict', { detail: sayImportFault('aliasOurs', { alias: name }) })
  return name
}
