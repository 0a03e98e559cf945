import type { LinkKind } from '#contract/accounts/accounts.ts'
import { hashToken } from '../../common/hash-token.ts'
import type { AccountDeps } from '../account-deps.ts'
import { isEmailToken } from '../change-email/email-change-store.ts'
import { passwordLinks } from '../sign-in/reset-password.ts'
import { findValidLink } from './link-store.ts'

/** True if a mailed link is valid on the page for its kind. Doesn’t consume it. */
export async function checkLink({ db, clock, identity }: AccountDeps, kind: LinkKind, token: string): Promise<boolean> {
  const [tokenHash, now] = [hashToken(token), clock.now()]
  if (kind === 'email') return isEmailToken(db, tokenHash, now)
  const loginLinks = { purposes: ['sign-in', 'sign-up'] as const, onlyMadeByAdmin: identity !== null }
  return (await findValidLink(db, tokenHash, now, kind === 'password' ? passwordLinks : loginLinks)) !== null
}
