import { problem } from '#server/http/problems/problem.ts'
import { findAccountByEmail, lockAccount } from '../account-store.ts'
import { useLink, type UsedLink } from '../mailed-links/use-link.ts'
import { isPassword } from './hash-password.ts'
import { startSession, type SessionNeeds } from '../sessions/start-session.ts'

/** By e-mail and password. Nobody there, another password and none at all take as long and are told alike. */
export async function signIn(
  needs: SessionNeeds,
  { email, password }: { email: string; password: string },
  request: Request,
): Promise<readonly string[]> {
  const account = await findAccountByEmail(needs.db, email)
  const isRight = await isPassword(password, account?.passwordHash ?? null)
  if (!account || !isRight || !account.emailVerifiedAt) throw problem('sign-in-refused')
  return needs.db.transaction(async (tx) => {
    // Comparing takes its time. Whoever chose another password meanwhile ended all sessions, and this one was not there yet.
    const now = await lockAccount(tx, account.id)
    if (now?.passwordHash !== account.passwordHash) throw problem('sign-in-refused')
    const { cookies } = await startSession({ ...needs, db: tx }, { accountId: account.id, way: 'password', request })
    return cookies
  })
}

export type SignedInByLink = UsedLink & { cookies: readonly string[] }

/** By a mailed link. In one step: a session that came after a new password would outlive it. */
export async function signInByLink(
  needs: SessionNeeds,
  token: string,
  { request, onlyOperators }: { request: Request; onlyOperators: boolean },
): Promise<SignedInByLink> {
  return needs.db.transaction(async (tx) => {
    const inside = { ...needs, db: tx }
    const used = await useLink(inside, token, { purposes: ['sign-in', 'sign-up'], onlyOperators })
    const { cookies } = await startSession(inside, { accountId: used.accountId, way: 'link', request })
    return { ...used, cookies }
  })
}
