import { isRefused } from '#contract/api.ts'
import type { Limit } from '#contract/endpoint.ts'
import { countedPerAddress } from './per-address.ts'
import type { Limits } from './limits.ts'
import type { Caller } from '../calls/mount.ts'
import { problem } from '../problems/problem.ts'

/** Limits guessing of card names. Only names that do not exist count: viewing a card is never limited. */
export const guessesLimit: Limit = { per: 'address', count: 60, windowSeconds: 60 }
const what = 'cards-that-are-not-there'

export type GuessDeps = { limits: Limits; ownAliases: (caller: Caller) => Promise<readonly string[]> }
type Who = { visitor: string; caller: Caller }
type Look<T> = { aliases: readonly string[]; look: () => Promise<T>; isMiss?: (found: T) => boolean }

/**
 * Looks a card up unless the caller has tried too many names that do not exist: then existing and missing cards get the same refusal
 * until the minute is over. A lookup reserves its place when it starts, so a thousand concurrent guesses reveal at most sixty. Owners
 * are counted by account, and always see their own cards.
 */
export async function lookForCard<T>({ limits, ownAliases }: GuessDeps, { visitor, caller }: Who, { aliases, look, isMiss }: Look<T>) {
  const counted =
    caller.kind === 'owner' ? [{ what, key: caller.accountId, limit: guessesLimit }] : countedPerAddress(what, visitor, guessesLimit)
  const holds = counted.map(({ what, key, limit }) => limits.hold(what, key, limit))
  const retryAfterSeconds = Math.max(...holds.map((hold) => hold.retryAfterSeconds))
  let wasGuess = false
  try {
    if (retryAfterSeconds > 0 && !(await areTheirs())) throw problem('too-many-requests', { retryAfterSeconds })
    const found = await look()
    wasGuess = isMiss?.(found) ?? false
    return found
  } catch (error) {
    wasGuess = isGuess(error)
    throw error
  } finally {
    for (const hold of holds) await hold.settle(wasGuess)
  }

  async function areTheirs(): Promise<boolean> {
    const own = aliases.length > 0 && caller.kind === 'owner' ? await ownAliases(caller) : []
    return own.length > 0 && aliases.every((alias) => own.includes(alias.toLowerCase()))
  }
}

export const isGuess = (error: unknown): boolean => isRefused(error) && error.problem.type === '/problems/card-not-found'
