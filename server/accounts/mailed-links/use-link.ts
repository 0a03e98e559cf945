import type { Db } from '#server/database/database.ts'
import { problem } from '#server/http/problems/problem.ts'
import type { Clock } from '#server/integrations/clock.ts'
import { lockAccount, updateAccount } from '../account-store.ts'
import { hashToken } from '../../common/hash-token.ts'
import type { Settings } from '#server/settings.ts'
import { createAccount } from '../sign-up/create-account.ts'
import { findValidLink, removeUnusedSignUps, consumeLink, type LinkKind } from './link-store.ts'
import type { Account, Link, LinkPurpose } from '../tables.ts'

export type UsedLink = { accountId: string; returnUrl: string; purpose: LinkPurpose }

/**
 * Consumes a link and returns its account. Used, expired and unknown links and those for another purpose get the same error. The link
 * was mailed, so using it verifies the account's email address.
 */
export async function useLink(
  { db, clock, settings }: { db: Db; clock: Clock; settings: Pick<Settings, 'signUp'> },
  token: string,
  kind: LinkKind = { purposes: ['sign-in', 'sign-up'] },
): Promise<UsedLink> {
  const now = clock.now()
  return db.transaction(async (tx) => {
    const tokenHash = hashToken(token)
    const found = await findValidLink(tx, tokenHash, now, kind)
    // Locks the account before its links, in the same order as a password reset: the reverse could deadlock.
    const account = found && (await lockOrCreateAccount(tx, found, { settings, now }))
    const link = account && (await consumeLink(tx, tokenHash, now, kind))
    if (!link) throw problem('link-used')
    if (link.signUp) await removeUnusedSignUps(tx, link.signUp.email)
    await updateAccount(tx, account.id, { emailVerifiedAt: now })
    return { accountId: account.id, returnUrl: link.returnUrl, purpose: link.purpose }
  })
}

/** A sign-up creates its account here; the transaction rolls back if the link is no longer valid. */
async function lockOrCreateAccount(tx: Db, { accountId, signUp }: Link, at: Parameters<typeof createAccount>[2]): Promise<Account | null> {
  if (accountId) return lockAccount(tx, accountId)
  return signUp && createAccount(tx, signUp, at)
}
