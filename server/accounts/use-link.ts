import type { Db } from '#server/db/database.ts'
import { newId } from '#server/db/new-id.ts'
import { problem } from '#server/http/problem.ts'
import type { Clock } from '#server/outside/clock.ts'
import { lockAccount, putAccount, updateAccount } from './account-store.ts'
import { hashToken } from './hash-token.ts'
import { findGoodLink, removeUnusedSignUps, takeLink } from './link-store.ts'
import type { LinkPurpose } from './tables.ts'

export type UsedLink = { accountId: string; returnUrl: string; purpose: LinkPurpose }

/**
 * Whose link it is, once. Used, run out and never issued look the same. Whoever has it reads the mail of that address, so
 * the address is now known to be theirs.
 */
export async function useLink({ db, clock }: { db: Db; clock: Clock }, token: string, onlyOperators = false): Promise<UsedLink> {
  const now = clock.now()
  return db.transaction(async (tx) => {
    const tokenHash = hashToken(token)
    // The account before its links, as a new password goes: the other way round two would wait for each other.
    const { accountId: whose } = (await findGoodLink(tx, tokenHash, now)) ?? {}
    if (whose) await lockAccount(tx, whose)
    const link = await takeLink(tx, tokenHash, now, onlyOperators)
    if (!link) throw problem('link-used')
    const accountId = link.accountId ?? (link.signUp && (await putAccount(tx, { ...link.signUp, id: newId(now.getTime()), now })).id)
    if (!accountId) throw problem('link-used')
    if (link.signUp) await removeUnusedSignUps(tx, link.signUp.email)
    await updateAccount(tx, accountId, { emailVerifiedAt: now })
    return { accountId, returnUrl: link.returnUrl, purpose: link.purpose }
  })
}
