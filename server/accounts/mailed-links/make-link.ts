import { randomBytes } from 'node:crypto'
import type { Db } from '#server/database/database.ts'
import type { Clock } from '#server/integrations/clock.ts'
import { findAccountByEmail } from '../account-store.ts'
import { hashToken } from '../../hash-token.ts'
import { insertLink, removeOtherLinks } from './link-store.ts'
import type { Account, LinkPurpose, SignUp } from '../tables.ts'

/** How long a mailed link is good for: a way in is short, a confirmation may be read tomorrow. */
export const linkLifeMinutes = 15
const lifeMinutes: Record<LinkPurpose, number> = { 'sign-in': linkLifeMinutes, reset: 60, 'sign-up': 24 * 60 }
const tokenBytes = 32

type Needs = { db: Db; clock: Clock }
type Made = { token: string; expiresAt: Date }

/** A one-time way into an account, or null where there is none. One that an operator makes ends the ones before it. */
export async function makeSignInLink(
  needs: Needs,
  email: string,
  {
    purpose = 'sign-in',
    returnUrl = '/account',
    endsOthers = true,
    isOperators = false,
  }: { purpose?: Exclude<LinkPurpose, 'sign-up'>; returnUrl?: string; endsOthers?: boolean; isOperators?: boolean } = {},
): Promise<Made | null> {
  const account = await findAccountByEmail(needs.db, email.trim().toLowerCase())
  if (!account) return null
  return make(needs, { purpose, returnUrl, accountId: account.id, signUp: null, isOperators }, endsOthers ? account : null)
}

/**
 * A link whose use makes the account. Until then there is none, so nobody can take an address that is not theirs. Those before it
 * stay good, since a stranger may ask too; there are never more than mails went to that address in a day.
 */
export function makeSignUpLink(needs: Needs, signUp: SignUp, returnUrl: string): Promise<Made> {
  return make(needs, { purpose: 'sign-up', returnUrl, accountId: null, signUp, isOperators: false }, null)
}

type NewLink = { purpose: LinkPurpose; returnUrl: string; accountId: string | null; signUp: SignUp | null; isOperators: boolean }

async function make({ db, clock }: Needs, link: NewLink, endsOthersOf: Account | null): Promise<Made> {
  const token = randomBytes(tokenBytes).toString('base64url')
  const createdAt = clock.now()
  const expiresAt = new Date(createdAt.getTime() + lifeMinutes[link.purpose] * 60_000)
  await db.transaction(async (tx) => {
    if (endsOthersOf) await removeOtherLinks(tx, endsOthersOf, createdAt)
    await insertLink(tx, { ...link, tokenHash: hashToken(token), createdAt, expiresAt })
  })
  return { token, expiresAt }
}
