import type { Db } from '#server/database/database.ts'
import { newId } from '#server/database/new-id.ts'
import { hashToken } from '#server/common/hash-token.ts'
import { problem } from '#server/http/problems/problem.ts'
import { newToken } from '../sessions/start-session.ts'
import { deleteInvitation, insertInvitation, listInvitations as list } from './invitation-store.ts'
import type { Invitation } from '../tables.ts'

export type NewInvitation = { note: string; maxUses: number; days: number }

const dayMs = 86_400_000

/** Creates an invitation to sign up. Only the hash of its token is stored, so its link can't be shown again. */
export async function makeInvitation(tx: Db, { note, maxUses, days }: NewInvitation, now: Date): Promise<{ id: string; token: string }> {
  const token = newToken()
  const id = newId(now.getTime())
  const expiresAt = new Date(now.getTime() + days * dayMs)
  await insertInvitation(tx, { id, tokenHash: hashToken(token), note, maxUses, createdAt: now, expiresAt })
  return { id, token }
}

/** Revokes an invitation. Accounts made with it stay. */
export async function revokeInvitation(tx: Db, id: string): Promise<void> {
  if (!(await deleteInvitation(tx, id))) throw problem('not-found')
}

/** Newest first. */
export const listInvitations = (db: Db, page: { before: string | undefined; limit: number }): Promise<Invitation[]> => list(db, page)
