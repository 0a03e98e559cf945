import type { Db } from '#server/database/database.ts'
import type { Caller } from '#server/http/calls/mount.ts'
import { problem } from '#server/http/problems/problem.ts'
import { findPushCard } from './push-store.ts'
import type { PushCard } from './tables.ts'

type CardRef = { subjectId: string; key?: string }

/** The caller’s own card. Another owner’s card and an unknown one get the same error. */
export async function findOwnCard(
  db: Db,
  caller: Caller,
  { subjectId, key = '' }: CardRef,
): Promise<{ card: PushCard; accountId: string; sessionId: string }> {
  if (caller.kind !== 'owner' || !caller.subjectIds.includes(subjectId)) throw problem('card-not-found')
  const card = await findPushCard(db, subjectId)
  if (!card || (key !== '' && key !== card.key)) throw problem('card-not-found')
  return { card, accountId: caller.accountId, sessionId: caller.sessionId }
}
