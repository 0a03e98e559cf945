import { passwordFaults } from '#contract/accounts/accounts.ts'
import { problem } from '#server/http/problems/problem.ts'
import { findAccount, listMembershipsOf } from '../account-store.ts'
import type { AccountNeeds } from '../account-needs.ts'
import { hashToken } from '../../hash-token.ts'
import { findGoodLink } from '../mailed-links/link-store.ts'
import { passwordLinks } from './reset-password.ts'
import type { Link } from '../tables.ts'

type Needs = Pick<AccountNeeds, 'db' | 'clock' | 'settings' | 'nameCards'>

const wordLettersMin = 3
/** What is left of a password without the words of its owner's card, or stands around a common one, counts from so many letters on. */
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

const meant: Record<string, string> = { '@': 'a', '4': 'a', '3': 'e', '1': 'i', '0': 'o', $: 's', '5': 's', '7': 't' }

/** Small letters without their marks, and those that signs stand in for. */
const plainLetters = (text: string) =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[@$\d]/g, (sign) => meant[sign] ?? sign)

let opening: Promise<ReadonlySet<string>> | null = null

/** Whether a password is among the commonest that ever leaked, or one of those with a little around it or in disguise. */
export async function isCommonPassword(password: string): Promise<boolean> {
  const common = await (opening ??= load())
  const whole = password.normalize('NFKC').toLowerCase()
  const stem = whole.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '')
  const looked = whole.length - stem.length < ownLettersMin ? [whole, stem] : [whole]
  return looked.some((one) => common.has(one) || common.has(plainLetters(one)))
}

/** Read when the first password is chosen, not at every start. */
async function load(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  return new Set(dictionary['passwords-common'])
}
