import { Alias } from '#contract/cards.ts'
import type { AliasState } from '#contract/aliases.ts'
import type { Db } from '#server/db/database.ts'
import { checkAliasRest } from './check-alias-rest.ts'
import { isProfane } from './is-profane.ts'
import { listNear, listReservedNear } from './near-alias-store.ts'
import { readAlias } from './read-alias.ts'
import { ourNames } from './reserved-names.ts'
import { skeletonOf } from './skeleton-of.ts'
import { suggestAliases } from './suggest-aliases.ts'

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

  const isFree = async (one: string) => judge(one).state === 'free' && !(await checkAliasRest(db, one, now))
  const plain = judge(alias)
  const isResting = plain.state === 'free' && (await checkAliasRest(db, alias, now))
  const own: Verdict = isDisguised ? { state: 'refused', why: 'letters' } : isResting ? { state: 'taken', why: '' } : plain

  if (own.state === 'free') return { ...own, alias, suggestions: [] }
  const suggestions: string[] = []
  const better = isDisguised ? [alias, ...others] : others.filter((one) => one !== alias)
  for (const one of new Set(better)) if (suggestions.length < suggestionsMax && (await isFree(one))) suggestions.push(one)
  return { ...own, alias, suggestions }
}
