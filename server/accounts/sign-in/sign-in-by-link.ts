import { startSession, type SessionNeeds } from '../sessions/start-session.ts'
import { useLink, type UsedLink } from '../mailed-links/use-link.ts'

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
