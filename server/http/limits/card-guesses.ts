import { isProblem } from '#contract/api.ts'
import type { Limit } from '#contract/endpoint.ts'
import { countedPerAddress } from './per-address.ts'
import type { Limits } from './limits.ts'
import type { Caller } from '../calls/mount.ts'
import { problem } from '../problems/problem.ts'

/** Limits guessing of card names. Only names that do not exist count: viewing a card is never limited. */
export const guessesLimit: Limit = { per: 'address', count: 60, windowSeconds: 60 }
const what = 'missing-cards'

export type GuessDeps = { limits: Limits; ownAliases: (caller: Caller) => Promise<readonly string[]> }
type Client = { visitor: string; caller: Caller }
type Lookup<T> = { aliases: readonly string[]; lookUp: () => Promise<T>; isMiss?: (found: T) => boolean }

/**
 * Looks a card up unless the caller has tried too many names that do not exist: then existing and missing cards get the same refusal
 * until the minute is over. A lookup reserves one use when it starts, so a thousand concurrent guesses reveal at most sixty. Owners
 * are counted by account, and always see their own cards.
 */
export async function limitGuesses<T>(
  { limits, ownAliases }: GuessDeps,
  { visitor, caller }: Client,
  { aliases, lookUp, isMiss }: Lookup<T>,
) {
  const counted =
    caller.kind === 'owner' ? [{ what, key: caller.accountId, limit: guessesLimit }] : countedPerAddress(what, visitor, guessesLimit)
  const reservations = counted.map(({ what, key, limit }) => limits.reserve(what, key, limit))
  const retryAfterSeconds = Math.max(...reservations.map((reservation) => reservation.retryAfterSeconds))
  let wasGuess = false
  try {
    if (retryAfterSeconds > 0 && !(await ownsAll())) throw problem('too-many-requests', { retryAfterSeconds })
    const found = await lookUp()
    wasGuess = isMiss?.(found) ?? false
    return found
  } catch (error) {
    wasGuess = isGuess(error)
    throw error
  } finally {
    for (const reservation of reservations) await reservation.finish(wasGuess)
  }

  async function ownsAll(): Promise<boolean> {
    const own = aliases.length > 0 && caller.kind === 'owner' ? await ownAliases(caller) : []
    return own.length > 0 && aliases.every((alias) => own.includes(alias.toLowerCase()))
  }
}

export const isGuess = (error: unknown): boolean => isProblem(error) && error.problem.type === '/problems/card-not-found'
