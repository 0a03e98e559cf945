import type { Db } from '#server/database/database.ts'
import { newId } from '#server/database/new-id.ts'
import { problem } from '#server/http/problems/problem.ts'
import type { Clock } from '#server/integrations/clock.ts'
import { lockAccount, putAccount, updateAccount } from '../account-store.ts'
import { hashToken } from '../../hash-token.ts'
import { findGoodLink, removeUnusedSignUps, takeLink, type LinkKind } from './link-store.ts'
import type { Account, Link, LinkPurpose } from '../tables.ts'

export type UsedLink = { accountId: string; returnUrl: string; purpose: LinkPurpose }

/**
 * Consumes a link and returns its account. A used, expired, unknown link and one for another purpose look the same. The link was
 * mailed, so using it verifies the account's email address.
 */
export async function useLink(
  { db, clock }: { db: Db; clock: Clock },
  token: string,
  kind: LinkKind = { purposes: ['sign-in', 'sign-up'] },
): Promise<UsedLink> {
  const now = clock.now()
  return db.transaction(async (tx) => {
    const tokenHash = hashToken(token)
    const good = await findGoodLink(tx, tokenHash, now, kind)
    // The account before its links, as a new password goes: the other way round two would wait for each other.
    const account = good && (await holdAccountOf(tx, good, now))
    const link = account && (await takeLink(tx, tokenHash, now, kind))
    if (!link) throw problem('link-used')
    if (link.signUp) await removeUnusedSignUps(tx, link.signUp.email)
    await updateAccount(tx, account.id, { emailVerifiedAt: now })
    return { accountId: account.id, returnUrl: link.returnUrl, purpose: link.purpose }
  })
}

/** Made here where somebody signs up; gone again with the transaction if the link is. */
async function holdAccountOf(tx: Db, { accountId, signUp }: Link, now: Date): Promise<Account | null> {
  if (accountId) return lockAccount(tx, accountId)
  return signUp && putAccount(tx, { ...signUp, id: newId(now.getTime()), now })
}
