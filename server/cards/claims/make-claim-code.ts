import { lockCard } from '#server/database/card-directories.ts'
import type { Db } from '#server/database/database.ts'
import { newId } from '#server/database/new-id.ts'
import { problem } from '#server/http/problems/problem.ts'
import type { Clock } from '#server/integrations/clock.ts'
import { groupLetters, makeReadableCode } from '#server/common/readable-code.ts'
import { insertCode, removeOlderCodes } from './claim-store.ts'
import { findClaimable } from './find-claimable.ts'
import { hashCode } from './hash-code.ts'
import type { ClaimCode } from '../tables.ts'

const codeLetters = 8
export const claimCodeDays = { operator: 30, mail: 1 } as const
/** A code requested by someone else must not invalidate the one the owner is about to type. */
const openCodesMax = { operator: 1, mail: 3 } as const

/** Creates a code for claiming a card. Only its hash is stored, so it can't be shown again. */
export async function makeClaimCode(
  { db, clock }: { db: Db; clock: Clock },
  alias: string,
  issuedBy: ClaimCode['issuedBy'],
): Promise<{ code: string; expiresAt: Date }> {
  const { id: subjectId } = await findClaimable(db, alias)
  const code = makeReadableCode(codeLetters)
  const codeHash = await hashCode(code)
  const createdAt = clock.now()
  const expiresAt = new Date(createdAt.getTime() + claimCodeDays[issuedBy] * 86_400_000)
  await db.transaction(async (tx) => {
    if (!(await lockCard(tx, subjectId))) throw problem('card-not-found')
    await insertCode(tx, { subjectId, id: newId(createdAt.getTime()), codeHash, issuedBy, createdAt, expiresAt })
    await removeOlderCodes(tx, subjectId, issuedBy, openCodesMax[issuedBy])
  })
  return { code: groupLetters(code), expiresAt }
}
