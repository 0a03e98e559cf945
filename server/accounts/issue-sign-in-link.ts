import { randomBytes } from 'node:crypto'
import type { Db } from '#server/db/database.ts'
import type { Clock } from '#server/outside/clock.ts'
import { hashToken } from './hash-token.ts'
import { findAccountByEmail, insertLink, removeOtherLinks } from './sign-in-link-store.ts'

export const linkLifeMinutes = 15
const tokenBytes = 32

/** A one-time way into an account, or null where there is none. A newer link ends the ones before it. */
export async function issueSignInLink(
  { db, clock }: { db: Db; clock: Clock },
  email: string,
): Promise<{ token: string; expiresAt: Date } | null> {
  const account = await findAccountByEmail(db, email.trim().toLowerCase())
  if (!account) return null

  const token = randomBytes(tokenBytes).toString('base64url')
  const createdAt = clock.now()
  const expiresAt = new Date(createdAt.getTime() + linkLifeMinutes * 60_000)
  await db.transaction(async (tx) => {
    await removeOtherLinks(tx, account.id, createdAt)
    await insertLink(tx, { tokenHash: hashToken(token), accountId: account.id, createdAt, expiresAt })
  })
  return { token, expiresAt }
}
