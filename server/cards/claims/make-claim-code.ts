import { randomInt } from 'node:crypto'
import type { Db } from '#server/database/database.ts'
import { newId } from '#server/database/new-id.ts'
import type { Clock } from '#server/integrations/clock.ts'
import { insertCode, removeOlderCodes } from './claim-store.ts'
import { findClaimable } from './find-claimable.ts'
import { hashCode } from './hash-code.ts'
import type { ClaimCode } from '../tables.ts'

/** Letters that are not taken for one another, read aloud or by hand. */
const letters = 'ACDEFGHJKLMNPQRTUVWXYZ'
const codeLetters = 8
export const claimCodeDays = { operator: 30, mail: 1 } as const
/** What somebody else asked for must not end the code its owner is about to type. */
const keptAtOnce = { operator: 1, mail: 3 } as const

/** A code that opens a card without an owner. Only a hash is kept: it cannot be shown again. */
export async function makeClaimCode(
  { db, clock }: { db: Db; clock: Clock },
  alias: string,
  givenBy: ClaimCode['givenBy'],
): Promise<{ code: string; expiresAt: Date }> {
  const { id: subjectId } = await findClaimable(db, alias)
  const code = Array.from({ length: codeLetters }, () => letters[randomInt(letters.length)]).join('')
  const codeHash = await hashCode(code)
  const createdAt = clock.now()
  const expiresAt = new Date(createdAt.getTime() + claimCodeDays[givenBy] * 86_400_000)
  await db.transaction(async (tx) => {
    await insertCode(tx, { subjectId, id: newId(createdAt.getTime()), codeHash, givenBy, createdAt, expiresAt })
    await removeOlderCodes(tx, subjectId, givenBy, keptAtOnce[givenBy])
  })
  return { code: `${code.slice(0, 4)}-${code.slice(4)}`, expiresAt }
}

/** As it was made, however it was typed. */
export const plainCode = (typed: string) => typed.toUpperCase().replace(/[^A-Z]/g, '')
