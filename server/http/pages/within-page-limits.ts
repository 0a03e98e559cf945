import type { Limit } from '#contract/endpoint.ts'
import type { Answer, CacheEntry } from '../cache/answer-cache.ts'
import { takePerAddress } from '../limits/per-address.ts'
import { limitGuesses } from '../limits/card-guesses.ts'
import type { PageContext, PageDeps } from './render-page.ts'
import { problem } from '../problems/problem.ts'

/** Rendering a page costs more than sending a cached one. No person reads ten in a second. */
export const renderLimit: Limit = { per: 'address', count: 600, windowSeconds: 60 }
const what = 'page-renders'

type Rendered = { answer: Answer | CacheEntry }

/** Renders the page at this address, unless the caller requested too many, or too many cards that do not exist. */
export async function withinPageLimits<D extends Rendered>(
  deps: PageDeps,
  url: URL,
  context: PageContext,
  render: () => Promise<D>,
): Promise<D> {
  const { caller, visitor } = context
  const retryAfterSeconds = await (caller.kind === 'owner'
    ? deps.limits.take(what, caller.accountId, renderLimit)
    : takePerAddress(deps.limits, what, visitor, renderLimit))
  if (retryAfterSeconds > 0) throw problem('too-many-requests', { retryAfterSeconds })
  const isMiss = ({ answer }: D) => 'isGuess' in answer && answer.isGuess === true
  return limitGuesses(deps, context, { aliases: aliasesIn(url), lookUp: render, isMiss })
}

/** Aliases that a page's address may name. */
function aliasesIn({ pathname, searchParams }: URL): string[] {
  return [(pathname.split('/')[1] ?? '').replace(/\.data$/, ''), ...searchParams.getAll('alias')]
}
