import { randomBytes } from 'node:crypto'
import type { Db } from '#server/database/database.ts'
import type { Clock } from '#server/integrations/clock.ts'
import { findAccountByEmail } from '../account-store.ts'
import { hashToken } from '../../common/hash-token.ts'
import { insertLink, removeOtherLinks } from './link-store.ts'
import type { Account, LinkPurpose, SignUp } from '../tables.ts'

/** How long a mailed link is valid: a login is short, a confirmation may be opened the next day. */
export const linkLifeMinutes = 15
const lifeMinutes: Record<LinkPurpose, number> = { 'sign-in': linkLifeMinutes, reset: 60, 'sign-up': 24 * 60 }
const tokenBytes = 32

type Deps = { db: Db; clock: Clock }
type CreatedLink = { token: string; expiresAt: Date }

/** Creates a one-time login link, or null if there is no such account. With `endsOthers` it invalidates the account's other links. */
export async function makeSignInLink(
  deps: Deps,
  email: string,
  {
    purpose = 'sign-in',
    returnUrl = '/account',
    endsOthers = true,
    isMadeByAdmin = false,
  }: { purpose?: Exclude<LinkPurpose, 'sign-up'>; returnUrl?: string; endsOthers?: boolean; isMadeByAdmin?: boolean } = {},
): Promise<CreatedLink | null> {
  const account = await findAccountByEmail(deps.db, email.trim().toLowerCase())
  if (!account) return null
  return make(deps, { purpose, returnUrl, accountId: account.id, signUp: null, isMadeByAdmin }, endsOthers ? account : null)
}

/**
 * Creates a link whose use creates the account. Until then there is none, so signing up can't claim another person's address. Earlier
 * links stay valid, since a stranger may request one too; the daily mail limit bounds how many there are.
 */
export function makeSignUpLink(deps: Deps, signUp: SignUp, returnUrl: string): Promise<CreatedLink> {
  return make(deps, { purpose: 'sign-up', returnUrl, accountId: null, signUp, isMadeByAdmin: false }, null)
}

type NewLink = { purpose: LinkPurpose; returnUrl: string; accountId: string | null; signUp: SignUp | null; isMadeByAdmin: boolean }

async function make({ db, clock }: Deps, link: NewLink, endsOthersOf: Account | null): Promise<CreatedLink> {
  const token = randomBytes(tokenBytes).toString('base64url')
  const createdAt = clock.now()
  const expiresAt = new Date(createdAt.getTime() + lifeMinutes[link.purpose] * 60_000)
  await db.transaction(async (tx) => {
    if (endsOthersOf) await removeOtherLinks(tx, endsOthersOf, createdAt)
    await insertLink(tx, { ...link, tokenHash: hashToken(token), createdAt, expiresAt })
  })
  return { token, expiresAt }
}
