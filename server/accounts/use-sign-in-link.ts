import type { Db } from '#server/db/database.ts'
import type { Clock } from '#server/outside/clock.ts'
import { hashToken } from './hash-token.ts'
import { takeLink } from './sign-in-link-store.ts'

/** Whose link it is, once. Used, run out and never issued look the same. */
export async function useSignInLink({ db, clock }: { db: Db; clock: Clock }, token: string): Promise<{ accountId: string } | null> {
  return takeLink(db, hashToken(token), clock.now())
}
