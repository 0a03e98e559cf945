import { Alias } from '#contract/cards/cards.ts'
import type { AliasState } from '#contract/cards/aliases.ts'
import type { Db } from '#server/database/database.ts'
import { isAtRest } from './resting-store.ts'
import { listNear, listReservedNear } from './near-alias-store.ts'
import { alone, anywhere, harmless } from './profane-words.ts'
import { aliasOf, readAlias } from '../public/read-alias.ts'
import { ourNames } from './reserved-names.ts'
import { skeletonOf } from './skeleton-of.ts'

type Wish = { typed: string; name?: string; productSlug: string; subjectIds: readonly string[]; now: Date }
type Verdict = Pick<AliasState, 'state' | 'why'>

const suggestionsMax = 4
/** Shorter ones of ours are refused letter by letter: too much looks like `s`. */
const lookAlikeFrom = 4

const isAlias = (one: string) => Alias.safeParse(one).success

/** Whether an address can be had by who asks, and which others can. All of them are asked about at once. */
export async function judgeAlias(db: Db, { typed, name = '', productSlug, subjectIds, now }: Wish): Promise<AliasState> {
  const { alias, isDisguised } = readAlias(typed)
  const others = suggestAliases(name, alias).filter(isAlias)
  const asked = [...new Set([alias, ...others])].filter(isAlias)
  const [near, kept] = await Promise.all([listNear(db, asked), listReservedNear(db, asked)])
  const names = new Set(near.map((one) => one.name))
  // Nobody is in the way of themselves, and a demo card in nobody’s.
  const looks = new Set(near.filter(({ isDemo, subjectId }) => !isDemo && !subjectIds.includes(subjectId)).map(({ skeleton }) => skeleton))
  const ours = new Set([...ourNames, productSlug.toLowerCase()])
  const keptLooks = new Set([...kept, ...[...ours].filter((one) => one.length >= lookAlikeFrom).map(skeletonOf)])

  function judge(one: string): Verdict {
    if (!isAlias(one)) return { state: 'invalid', why: '' }
    if (ours.has(one) || keptLooks.has(skeletonOf(one))) return { state: 'reserved', why: '' }
    if (isProfane(one)) return { state: 'refused', why: 'word' }
    if (names.has(one)) return { state: 'taken', why: '' }
    if (looks.has(skeletonOf(one))) return { state: 'refused', why: 'close' }
    return { state: 'free', why: '' }
  }

  const isFree = async (one: string) => judge(one).state === 'free' && !(await isAtRest(db, one, now))
  const plain = judge(alias)
  const isResting = plain.state === 'free' && (await isAtRest(db, alias, now))
  const own: Verdict = isDisguised ? { state: 'refused', why: 'letters' } : isResting ? { state: 'taken', why: '' } : plain

  if (own.state === 'free') return { ...own, alias, suggestions: [] }
  const suggestions: string[] = []
  const better = isDisguised ? [alias, ...others] : others.filter((one) => one !== alias)
  for (const one of new Set(better)) if (suggestions.length < suggestionsMax && (await isFree(one))) suggestions.push(one)
  return { ...own, alias, suggestions }
}

const digits: Record<string, string> = { '0': 'o', '1': 'i', '3': 'e', '4': 'a', '5': 's', '7': 't', '8': 'b' }

/** Whether an alias is one that we would not put on a card: digits are read as the letters they stand for. */
export function isProfane(alias: string): boolean {
  const read = alias.replace(/\d/g, (digit) => digits[digit] ?? digit)
  return [alias, read].some((text) => isBad(text) || isBad(text.replace(/(.)\1{2,}/g, '$1')))
}

function isBad(text: string): boolean {
  const clean = harmless.reduce((left: string, name) => left.replaceAll(name, ' '), text)
  const together = clean.replaceAll('-', '')
  if (anywhere.some((word) => clean.includes(word) || together.includes(word))) return true
  const words = new Set(clean.split(/[^a-z]+/))
  return alone.some((word) => words.has(word))
}

const numbers = [2, 3, 7, 11, 24, 77]
const lettersMin = 3

/** Addresses that would suit somebody, the best first: made of the name, then of what was typed. */
export function suggestAliases(name: string, typed: string): string[] {
  const words = name.split(/\s+/).map(aliasOf).filter(Boolean)
  const [first = '', ...rest] = words
  const last = rest.at(-1) ?? ''
  const whole = words.join('-')
  const ofName = last
    ? [whole, `${first}-${last}`, `${first}${last}`, `${first[0]}-${last}`, `${first}-${last[0]}`, last, `${last}-${first}`, first]
    : [first]
  const ofTyped = typed ? [typed, ...numbers.slice(0, 3).map((number) => `${typed}-${number}`), `hello-${typed}`, `${typed}-card`] : []
  const more = whole ? [`hello-${whole}`, ...numbers.map((number) => `${whole}-${number}`)] : []
  return [...new Set([...ofName, ...ofTyped, ...more].map((one) => one.slice(0, 60).replace(/-+$/, '')))].filter(
    (one) => one.length >= lettersMin,
  )
}
