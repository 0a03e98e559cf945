import { Alias } from '#contract/cards/cards.ts'
import type { AliasState } from '#contract/cards/aliases.ts'
import type { Db } from '#server/database/database.ts'
import { isRecentlyReleased } from './released-alias-store.ts'
import { listSimilar, listSimilarReserved } from './similar-alias-store.ts'
import { alone, anywhere, harmless } from './profane-words.ts'
import { findSubject } from '../card-store.ts'
import { aliasOf, readAlias, shortenAlias } from '../public/read-alias.ts'
import { systemNames } from './reserved-names.ts'
import { skeletonOf } from './skeleton-of.ts'

type AliasRequest = { typed: string; name?: string; productSlug: string; subjectIds: readonly string[]; now: Date }
type State = Pick<AliasState, 'state' | 'reason'>

const suggestionsMax = 4
/** Shorter system names are compared exactly: too much looks like `s`. */
const lookalikeFrom = 4

const isAlias = (one: string) => Alias.safeParse(one).success

/** Whether the caller can have an alias, and which alternatives are available. All candidates are checked in one query. */
export async function readAliasState(db: Db, { typed, name = '', productSlug, subjectIds, now }: AliasRequest): Promise<AliasState> {
  const { alias, isDisguised } = readAlias(typed)
  const others = suggestAliases(name, alias).filter(isAlias)
  const candidates = [...new Set([alias, ...others])].filter(isAlias)
  const [similar, reservedSkeletons] = await Promise.all([listSimilar(db, candidates), listSimilarReserved(db, candidates)])
  const names = new Set(similar.map((one) => one.name))
  // The caller's own cards and demo cards don't block similar aliases.
  const takenSkeletons = new Set<string>()
  for (const { subjectId, skeleton } of similar) {
    if (takenSkeletons.has(skeleton) || subjectIds.includes(subjectId)) continue
    if (!(await findSubject(db, subjectId))?.isDemo) takenSkeletons.add(skeleton)
  }
  const system = new Set([...systemNames, productSlug.toLowerCase()])
  const unavailableSkeletons = new Set([...reservedSkeletons, ...[...system].filter((one) => one.length >= lookalikeFrom).map(skeletonOf)])

  function stateOf(one: string): State {
    if (!isAlias(one)) return { state: 'invalid', reason: '' }
    if (system.has(one) || unavailableSkeletons.has(skeletonOf(one))) return { state: 'reserved', reason: '' }
    if (isProfane(one)) return { state: 'refused', reason: 'word' }
    if (names.has(one)) return { state: 'taken', reason: '' }
    if (takenSkeletons.has(skeletonOf(one))) return { state: 'refused', reason: 'close' }
    return { state: 'free', reason: '' }
  }

  const isFree = async (one: string) => stateOf(one).state === 'free' && !(await isRecentlyReleased(db, one, now))
  const plain = stateOf(alias)
  const isResting = plain.state === 'free' && (await isRecentlyReleased(db, alias, now))
  const own: State = isDisguised ? { state: 'refused', reason: 'letters' } : isResting ? { state: 'taken', reason: '' } : plain

  if (own.state === 'free') return { ...own, alias, suggestions: [] }
  const suggestions: string[] = []
  const better = isDisguised ? [alias, ...others] : others.filter((one) => one !== alias)
  for (const one of new Set(better)) if (suggestions.length < suggestionsMax && (await isFree(one))) suggestions.push(one)
  return { ...own, alias, suggestions }
}

const digits: Record<string, string> = { '0': 'o', '1': 'i', '3': 'e', '4': 'a', '5': 's', '7': 't', '8': 'b' }

/** True if an alias contains a profane word, also with digits in place of letters. */
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

/** Suggested aliases, best first: from the name, then from what was typed. */
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
  return [...new Set([...ofName, ...ofTyped, ...more].map(shortenAlias))].filter((one) => one.length >= lettersMin)
}
