import { problem } from '#server/http/problems/problem.ts'
import { findAccountByEmail, lockAccount } from '../account-store.ts'
import { useLink, type UsedLink } from '../mailed-links/use-link.ts'
import { isPassword } from './hash-password.ts'
import { startSession, type SessionDeps } from '../sessions/start-session.ts'

/** Signs in by email and password. An unknown email, a wrong password and no password take equally long and get the same error. */
export async function signIn(
  deps: SessionDeps,
  { email, password }: { email: string; password: string },
  request: Request,
): Promise<readonly string[]> {
  const account = await findAccountByEmail(deps.db, email)
  const isRight = await isPassword(password, account?.passwordHash ?? null)
  if (!account || !isRight || !account.emailVerifiedAt) throw problem('login-failed')
  return deps.db.transaction(async (tx) => {
    // Hashing takes time: a password reset meanwhile ended all sessions, so the old password must not start a new one.
    const current = await lockAccount(tx, account.id)
    if (current?.passwordHash !== account.passwordHash) throw problem('login-failed')
    const { cookies } = await startSession({ ...deps, db: tx }, { accountId: account.id, loginMethod: 'password', request })
    return cookies
  })
}

export type SignedInByLink = UsedLink & { cookies: readonly string[] }

/** Signs in by a mailed link. One transaction, so that a concurrent password reset also ends this session. */
export async function signInByLink(
  deps: SessionDeps,
  token: string,
  { request, onlyMadeByAdmin }: { request: Request; onlyMadeByAdmin: boolean },
): Promise<SignedInByLink> {
  return deps.db.transaction(async (tx) => {
    const txDeps = { ...deps, db: tx }
    const used = await useLink(txDeps, token, { purposes: ['sign-in', 'sign-up'], onlyMadeByAdmin })
    const { cookies } = await startSession(txDeps, { accountId: used.accountId, loginMethod: 'link', request })
    return { ...used, cookies }
  })
}
