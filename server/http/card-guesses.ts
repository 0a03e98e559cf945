import { isRefused } from '#contract/api.ts'
import type { Limit } from '#contract/endpoint.ts'
import type { Limits } from './limits.ts'
import { problem } from './problem.ts'

/** Who looks for cards by trying names finds few that are there. Those that are cost nothing: nobody is counted for looking at a card. */
export const guessesLimit: Limit = { per: 'address', count: 60, windowSeconds: 60 }
const guesses = 'cards-that-are-not-there'

/** From here on nothing is looked up for them until the minute is over: what is there and what is not look the same. Kept answers are still given. */
export function refuseGuesser(limits: Limits, visitor: string) {
  const retryAfterSeconds = limits.left(guesses, visitor, guessesLimit)
  if (retryAfterSeconds > 0) throw problem('too-many-requests', { retryAfterSeconds })
}

export const countGuess = (limits: Limits, visitor: string): Promise<number> => limits.take(guesses, visitor, guessesLimit)

export const isGuess = (error: unknown): boolean => isRefused(error) && error.problem.type === '/problems/card-not-found'
