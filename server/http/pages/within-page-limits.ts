import type { Limit } from '#contract/endpoint.ts'
import type { Answer, CacheEntry } from '../cache/answer-cache.ts'
import { takePerAddress } from '../limits/per-address.ts'
import { lookForCard } from '../limits/card-guesses.ts'
import type { Asked, PageDeps } from './draw-page.ts'
import { problem } from '../problems/problem.ts'

/** A page that is drawn for one costs more than one that is kept. Nobody reads ten in a second. */
export const drawnLimit: Limit = { per: 'address', count: 600, windowSeconds: 60 }
const what = 'pages-drawn'

type Drawn = { answer: Answer | CacheEntry }

/** Draws the page at this address, unless whoever asks had too many drawn, or tried too many cards that are not there. */
export async function withinPageLimits<D extends Drawn>(deps: PageDeps, url: URL, asked: Asked, draw: () => Promise<D>): Promise<D> {
  const { caller, visitor } = asked
  const retryAfterSeconds = await (caller.kind === 'owner'
    ? deps.limits.take(what, caller.accountId, drawnLimit)
    : takePerAddress(deps.limits, what, visitor, drawnLimit))
  if (retryAfterSeconds > 0) throw problem('too-many-requests', { retryAfterSeconds })
  const isMiss = ({ answer }: D) => 'isGuess' in answer && answer.isGuess === true
  return lookForCard(deps, asked, { aliases: aliasesIn(url), look: draw, isMiss })
}

/** Every card that a page's address may be about. */
function aliasesIn({ pathname, searchParams }: URL): string[] {
  return [(pathname.split('/')[1] ?? '').replace(/\.data$/, ''), ...searchParams.getAll('alias')]
}
