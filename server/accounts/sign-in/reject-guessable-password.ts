import { fieldIssue } from '#server/common/field-issue.ts'
import { problem } from '#server/http/problems/problem.ts'
import { findAccount, listMembershipsOf } from '../account-store.ts'
import type { AccountDeps } from '../account-deps.ts'
import { hashToken } from '../../common/hash-token.ts'
import { findValidLink } from '../mailed-links/link-store.ts'
import { passwordLinks } from './reset-password.ts'
import type { Link } from '../tables.ts'

type Deps = Pick<AccountDeps, 'db' | 'clock' | 'settings' | 'listCardNames'>
type Person = Pick<Link, 'accountId' | 'signUp'>

const wordLettersMin = 3
/** How many characters a password must have besides words about its owner, or around a common password. */
const ownLettersMin = 8

/** Rejects passwords that attackers try first. The link stays valid, so that its owner can choose another. */
export async function rejectGuessablePassword(deps: Deps, { token, password }: { token: string; password: string }): Promise<void> {
  const link = await findValidLink(deps.db, hashToken(token), deps.clock.now(), passwordLinks)
  // An invalid link is rejected where it is used.
  if (link) await rejectGuessableFor(deps, link, password)
}

/** The same for a person who has an account, or signs up. */
export async function rejectGuessableFor(deps: Deps, person: Person, password: string): Promise<void> {
  if (isMadeOf(await wordsAbout(deps, person), password)) throw rejected('personal')
  if (await isCommonPassword(password)) throw rejected('common')
}

const rejected = (code: 'common' | 'personal') => problem('input-invalid', { issues: [fieldIssue('password', code)] })

function isMadeOf(words: string[], password: string): boolean {
  const whole = lettersOf(password)
  const longestFirst = words.toSorted((a, b) => b.length - a.length)
  const rest = longestFirst.reduce((left, word) => left.replaceAll(word, ''), whole)
  return rest !== whole && rest.length < ownLettersMin
}

/** Public words about the owner: the product's name, their name, their email, and the names on their cards. */
async function wordsAbout({ db, settings, listCardNames }: Deps, { accountId, signUp }: Person): Promise<string[]> {
  const account = accountId ? await findAccount(db, accountId) : signUp
  const memberships = accountId ? await listMembershipsOf(db, accountId) : []
  const cards = await listCardNames(memberships.map(({ subjectId }) => subjectId))
  const names = [settings.productName, account?.name ?? '', ...(account?.email.split('@') ?? []), ...cards]
  const words = names.flatMap((name) => [name, ...name.split(/[^\p{L}\p{M}\p{N}]+/u)]).map(lettersOf)
  return words.filter((word) => word.length >= wordLettersMin)
}

const lettersOf = (text: string) => plainLetters(text).replace(/[^\p{L}\p{N}]/gu, '')

const substitutions: Record<string, string> = { '@': 'a', '4': 'a', '3': 'e', '1': 'i', '0': 'o', $: 's', '5': 's', '7': 't' }

/** Lowercase without diacritics, and with look-alike digits and symbols replaced by letters. */
const plainLetters = (text: string) =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[@$\d]/g, (symbol) => substitutions[symbol] ?? symbol)

let loading: Promise<ReadonlySet<string>> | null = null

/** True for the most common leaked passwords, also with a few characters around them or with substituted letters. */
export async function isCommonPassword(password: string): Promise<boolean> {
  const common = await (loading ??= load())
  const whole = password.normalize('NFKC').toLowerCase()
  const stem = whole.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '')
  const candidates = whole.length - stem.length < ownLettersMin ? [whole, stem] : [whole]
  return candidates.some((one) => common.has(one) || common.has(plainLetters(one)))
}

/** Loaded when the first password is chosen, not at startup. */
async function load(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  return new Set(dictionary['passwords-common'])
}
