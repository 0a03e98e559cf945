import { passwordFaults } from '#contract/accounts/accounts.ts'
import { problem } from '#server/http/problems/problem.ts'
import { findAccount, listMembershipsOf } from '../account-store.ts'
import type { AccountNeeds } from '../account-needs.ts'
import { isCommonPassword } from './common-passwords.ts'
import { hashToken } from '../sessions/hash-token.ts'
import { findGoodLink } from '../mailed-links/link-store.ts'
import { passwordLinks } from './reset-password.ts'
import { plainLetters } from './plain-letters.ts'
import type { Link } from '../tables.ts'

type Needs = Pick<AccountNeeds, 'db' | 'clock' | 'settings' | 'nameCards'>

const wordLettersMin = 3
/** What is left of a password without the words that stand on its owner's card is to be as long as any. */
const ownLettersMin = 8

/** Where a password is chosen: none of those that are tried first. The link stays good, and its owner chooses another. */
export async function refuseGuessable(needs: Needs, { token, password }: { token: string; password: string }): Promise<void> {
  const link = await findGoodLink(needs.db, hashToken(token), needs.clock.now(), passwordLinks)
  // What is wrong with it is said where it is used.
  if (!link) return
  if (isMadeOf(await wordsAbout(needs, link), password)) throw refused('told')
  if (await isCommonPassword(password)) throw refused('common')
}

const refused = (why: keyof typeof passwordFaults) =>
  problem('input-invalid', { faults: [{ path: 'password', message: passwordFaults[why] }] })

function isMadeOf(words: string[], password: string): boolean {
  const whole = lettersOf(password)
  const longestFirst = words.toSorted((a, b) => b.length - a.length)
  const rest = longestFirst.reduce((left, word) => left.replaceAll(word, ''), whole)
  return rest !== whole && rest.length < ownLettersMin
}

/** What anybody could know: the site's name, one's own, the mailbox, and what the cards say. */
async function wordsAbout({ db, settings, nameCards }: Needs, { accountId, signUp }: Link): Promise<string[]> {
  const account = accountId ? await findAccount(db, accountId) : signUp
  const memberships = accountId ? await listMembershipsOf(db, accountId) : []
  const cards = await nameCards(memberships.map(({ subjectId }) => subjectId))
  const names = [settings.productName, account?.name ?? '', ...(account?.email.split('@') ?? []), ...cards]
  const words = names.flatMap((name) => [name, ...name.split(/[^\p{L}\p{M}\p{N}]+/u)]).map(lettersOf)
  return words.filter((word) => word.length >= wordLettersMin)
}

const lettersOf = (text: string) => plainLetters(text).replace(/[^\p{L}\p{N}]/gu, '')
